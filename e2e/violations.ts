import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Minified, axe is half as large and loads a quarter faster. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Loads axe into a document. Frames of any origin report to the page that contains them. */
const load = `${source};axe.configure({
  allowedOrigins: ['<unsafe_all_origins>'],
  rules: [{ id: 'color-contrast', selector: '[data-contrast]' }],
})`

interface Options {
  /** Rules of axe that do not apply to the page. */
  disabled?: string[]
  /** Whether to check frames too. */
  frames?: boolean
}

/** How many elements with text of each look have been measured, on all pages of this process. */
const measured: Record<string, number> = {}

/**
 * Returns the accessibility rules that a page breaks, including axe's best practices, each with up to three elements.
 */
export async function violationsOf(page: Page, { disabled = [], frames = true }: Options): Promise<string[]> {
  for (const frame of frames ? page.frames() : [page.mainFrame()]) {
    // Loading axe is slow. A page that changed without loading a new document still has axe.
    if (!(await frame.evaluate(() => 'axe' in window))) await loadAxe(page, frame)
    Object.assign(measured, await frame.evaluate(markNewText, measured))
  }
  const rules = Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }]))
  return page.evaluate(
    async (options) => {
      const { violations } = await window.axe.run(document, {
        ...options,
        // Describes only violations. Describing every element that passed a rule takes most of the time.
        ...{ reporter: 'no-passes', resultTypes: ['violations'], preload: false },
      })
      return violations.map(
        ({ id, help, nodes }) => `${id}: ${help} ${nodes.map(({ html }) => html).slice(0, 3)}`,
      )
    },
    { rules, iframes: frames },
  )
}

/** Loads axe into a frame: the main one by Chromium's protocol, because Playwright's evaluation takes twice as long. */
async function loadAxe(page: Page, frame: Frame): Promise<void> {
  if (frame === page.mainFrame()) {
    const session = await page.context().newCDPSession(page)
    await session.send('Runtime.evaluate', { expression: load })
    await session.detach()
  } else {
    await frame.evaluate(load)
  }
}

/**
 * Marks the text whose contrast is to be measured: three elements of each look, which is enough even if axe cannot
 * decide about one of them. A look is the text's colour, size and weight, and everything that is painted behind it. Most
 * pages have only looks that were measured on other pages, and then axe need not map the whole page, which takes most of
 * its time. Runs in the page.
 * @returns how many elements of each look of the page have been measured now
 */
function markNewText(measured: Record<string, number>): Record<string, number> {
  const enough = 3
  const counts: Record<string, number> = {}
  const visit = (element: Element, behind: string) => {
    const style = getComputedStyle(element)
    const { backgroundColor, backgroundImage, opacity } = style
    const paintsNothing =
      backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none' && opacity === '1'
    const ground = paintsNothing ? behind : `${behind}>${backgroundColor} ${backgroundImage} ${opacity}`
    element.removeAttribute('data-contrast')
    const hasText =
      element.matches('input, select, textarea') ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    if (hasText && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
      const look = [ground, style.color, style.fontSize, style.fontWeight, style.textShadow].join('|')
      const count = counts[look] ?? measured[look] ?? 0
      if (count < enough) {
        element.setAttribute('data-contrast', '')
        counts[look] = count + 1
      }
    }
    for (const child of [...(element.shadowRoot?.children ?? []), ...element.children]) visit(child, ground)
  }
  visit(document.documentElement, '')
  return counts
}
