import type { Page, Route } from '@playwright/test'

/**
 * Holds back responses to a page: all from the given addresses, or those that `isHeld` chooses by their body. Returns a
 * function that lets them through.
 */
export async function holdBack(
  page: Page,
  address: RegExp,
  isHeld: (response: string) => boolean = () => true,
): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const pass = async (route: Route) => {
    const response = await route.fetch()
    if (isHeld(await response.text())) await released
    await route.fulfill({ response })
  }
  // The page may have given up waiting, or the test may be over.
  await page.route(address, (route) => pass(route).catch(() => undefined))
  return release
}
