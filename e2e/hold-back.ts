import type { Page, Route } from '@playwright/test'

/**
 * Holds back requests of a page: all to the given addresses, or those that `isHeld` chooses by the response they would
 * get. Returns a function that lets them through, and all later ones.
 */
export const holdRequests = (
  page: Page,
  address: RegExp,
  isHeld?: (response: string) => boolean,
): Promise<() => void> =>
  holdBack(page, address, async (route, released) => {
    // Fetched separately: passing every response on through this process takes seconds.
    if (!isHeld || isHeld(await (await fetch(route.request().url())).text())) await released
    await route.continue()
  })

/**
 * Holds back responses: requests reach the server at once, and the page gets the responses when the returned function is
 * called. `times`: how many are held back, if not all.
 */
export const holdResponses = (
  page: Page,
  address: RegExp,
  options: { times?: number } = {},
): Promise<() => void> =>
  holdBack(
    page,
    address,
    async (route, released) => {
      const response = await route.fetch()
      await released
      // The page may have given up waiting for it.
      await route.fulfill({ response }).catch(() => undefined)
    },
    options,
  )

async function holdBack(
  page: Page,
  address: RegExp,
  pass: (route: Route, released: Promise<void>) => Promise<void>,
  options: { times?: number } = {},
): Promise<() => void> {
  let isReleased = false
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, (route) => (isReleased ? route.continue() : pass(route, released)), options)
  return () => {
    isReleased = true
    release()
  }
}
