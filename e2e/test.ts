import { test as base, expect, type Page } from '@playwright/test'
import { awaitMidnightIfClose, longestTestMs } from './days'
import { address } from './place'
import { violationsOf } from './violations'

interface Options {
  /** Other origins that a page may send requests to. */
  otherOrigins: string[]
  /** Browser errors that do not fail the test. */
  expectedErrors: RegExp[]
}

/** Begins and ends a test on the same day. Fails it if a page reports an error or sends a request to another origin. */
export const test = base.extend<Options & { watched: undefined; ofOneDay: undefined }>({
  otherOrigins: [[], { option: true }],
  expectedErrors: [[], { option: true }],
  watched: [
    async ({ context, otherOrigins, expectedErrors }, use) => {
      const problems: string[] = []
      const report = (text: string) => {
        if (!expectedErrors.some((expected) => expected.test(text))) problems.push(text)
      }
      context.on('console', (message) => {
        // The text alone does not identify the resource that failed to load.
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
  ofOneDay: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      await awaitMidnightIfClose()
      await use(undefined)
    },
    { auto: true, timeout: 2 * longestTestMs },
  ],
})

export { expect }

/** Expects no violation of axe's accessibility rules, including its best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page that is loading or refreshed has no title for a moment, so it is checked here, and not by axe.
  await expect(page).toHaveTitle(/./)
  expect(await violationsOf(page, { disabled: ['document-title'] })).toEqual([])
}

/** Expects that the page itself does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(beyond).toBeLessThanOrEqual(0)
}
