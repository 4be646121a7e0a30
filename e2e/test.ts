import { test as base, expect, type Page } from '@playwright/test'
import { address } from './place'
import { violationsOf } from './violations'

interface Options {
  /** Origins besides our own that a page may speak to. */
  otherOrigins: string[]
  /** What the browser may complain about. */
  expectedErrors: RegExp[]
}

/** Fails a test for anything a page reports as an error, and for any request to elsewhere. */
export const test = base.extend<Options & { watched: undefined }>({
  otherOrigins: [[], { option: true }],
  expectedErrors: [[], { option: true }],
  watched: [
    async ({ context, otherOrigins, expectedErrors }, use) => {
      const problems: string[] = []
      const report = (text: string) => {
        if (!expectedErrors.some((expected) => expected.test(text))) problems.push(text)
      }
      context.on('console', (message) => {
        // Its text alone does not say which resource it was that could not be loaded.
        if (message.type() === 'error') report(`${message.text()} ${message.location().url}`.trim())
      })
      context.on('weberror', (error) => report(String(error.error())))
      context.on('request', (request) => {
        const { origin, protocol } = new URL(request.url())
        if (/^(data|blob|about):$/.test(protocol) || [address, ...otherOrigins].includes(origin)) return
        problems.push(`Request to another origin: ${request.url()}`)
      })
      await use(undefined)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** No violation of the accessibility rules that axe knows, its best practices included. */
export async function expectAccessible(page: Page): Promise<void> {
  // While a page loads, it has no title for a moment.
  await expect(page).toHaveTitle(/./)
  expect(await violationsOf(page)).toEqual([])
}

/** Nothing makes the page itself scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(beyond).toBeLessThanOrEqual(0)
}

/** The faces that every page is looked at in: both widths and both schemes, each once; `FACES=all` takes all four. */
export const faces = (['light', 'dark'] as const)
  .flatMap((colorScheme) =>
    [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ].map((viewport) => ({ name: `${colorScheme}, ${viewport.width} px`, colorScheme, viewport })),
  )
  .filter(
    ({ colorScheme, viewport }) =>
      process.env.FACES === 'all' || (colorScheme === 'dark') === (viewport.width === 1280),
  )
