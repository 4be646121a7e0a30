import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
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

/**
 * Returns the accessibility rules that a page breaks, including axe's best practices, each with up to three elements.
 */
export async function violationsOf(page: Page, { disabled = [], frames = true }: Options): Promise<string[]> {
  for (const frame of frames ? page.frames() : [page.mainFrame()]) {
    // Loading axe is slow. A page that changed without loading a new document still has axe.
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(load)
    await frame.evaluate(markDistinctText)
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

/**
 * Marks the text whose contrast is to be measured: three elements of each combination of colour, background and size,
 * which is enough even if axe cannot decide about one of them. Measuring takes milliseconds per element, and the lists
 * and tables of a page have hundreds that look alike. Runs in the page.
 */
function markDistinctText(): void {
  const enough = 3
  const marked = new Map<string, number>()
  const numbers = new Map<string, number>()
  /** Returns a short name for a combination. */
  const numberOf = (...parts: (string | number)[]) => {
    const key = parts.join('|')
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  }
  const visit = (element: Element, behind: number) => {
    const style = getComputedStyle(element)
    const ground = numberOf(behind, style.backgroundColor, style.backgroundImage, style.opacity)
    element.removeAttribute('data-contrast')
    const hasText =
      element.matches('input, select, textarea') ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    if (hasText && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
      const { color, fontSize, fontWeight, textShadow } = style
      const look = `${ground}|${color}|${fontSize}|${fontWeight}|${textShadow}`
      const count = (marked.get(look) ?? 0) + 1
      marked.set(look, count)
      if (count <= enough) element.setAttribute('data-contrast', '')
    }
    for (const child of [...(element.shadowRoot?.children ?? []), ...element.children]) visit(child, ground)
  }
  visit(document.documentElement, 0)
}
