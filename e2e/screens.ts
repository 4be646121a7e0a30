import type { Page, TestInfo } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './test'

export const phone = { width: 390, height: 844 }
const tablet = { width: 820, height: 900 }

const all = process.env.SCREENS === 'all'

/**
 * The screens on which pages are looked at. Each width has one colour scheme: all six combinations, which
 * `SCREENS=all` chooses, would take too long.
 */
const screens = (['dark', 'light'] as const)
  .flatMap((colorScheme) =>
    [{ width: 1440, height: 900 }, tablet, phone].map((size) => ({ colorScheme, size })),
  )
  .filter(({ colorScheme, size }) => all || (colorScheme === 'light') === (size === phone))

/**
 * Shows a page on each screen in turn, and then as it was. Tests walk through pages once, on a phone, and look at each
 * page on all screens, because walking takes longer than looking.
 */
export async function onEveryScreen(
  page: Page,
  check: (screen: (typeof screens)[number]) => Promise<unknown>,
): Promise<void> {
  const before = page.viewportSize() ?? phone
  for (const screen of screens) {
    await page.emulateMedia({ colorScheme: screen.colorScheme })
    await page.setViewportSize(screen.size)
    await check(screen)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(before)
}

/** Whether axe looks at a page on this screen: a tablet shows the colours and elements of a large one. */
export const isScanned = (size: typeof phone): boolean => all || size !== tablet

/** Expects that a page is accessible and does not scroll sideways on any screen. */
export const expectPresentable = (page: Page): Promise<void> =>
  onEveryScreen(page, async ({ size }) => {
    await expectNoSidewaysScroll(page)
    if (isScanned(size)) await expectAccessible(page)
  })

/** With `SCREENS=all`, saves screenshots of the page with the test results. */
export async function look(page: Page, info: TestInfo, name: string): Promise<void> {
  if (!all) return
  await onEveryScreen(page, ({ colorScheme, size }) =>
    page.screenshot({
      path: info.outputPath(`${name}-${colorScheme}-${size.width}.png`),
      animations: 'disabled',
    }),
  )
}
