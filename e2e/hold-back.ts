import type { Page, Route } from '@playwright/test'

/**
 * Holds back requests of a page: all to the given addresses, or those that `isHeld` chooses by the response they would
 * get. Returns a function that lets them through.
 */
export const holdRequests = (
  page: Page,
  address: RegExp,
  isHeld?: (response: string) => boolean,
): Promise<() => void> =>
  holdBack(page, address, async (route, released) => {
    // Not the browser's own response: passing all scripts on through this process takes seconds.
    if (!isHeld || isHeld(await (await fetch(route.request().url())).text())) await released
    await route.continue()
  })

/** Holds back responses, which are from before they are let through. Returns a function that lets them through. */
export const holdResponses = (page: Page, address: RegExp): Promise<() => void> =>
  holdBack(page, address, async (route, released) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  })

async function holdBack(
  page: Page,
  address: RegExp,
  pass: (route: Route, released: Promise<void>) => Promise<void>,
): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  // The page may have given up waiting, or the test may be over.
  await page.route(address, (route) => pass(route, released).catch(() => undefined))
  return release
}
