import type { Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Loads axe into a document. Frames of all origins report to the page that they are in. */
const load = `${axe.source};axe.configure({
  allowedOrigins: ['<unsafe_all_origins>'],
  rules: [{ id: 'color-contrast', selector: '[data-contrast]' }],
})`

interface Options {
  /** Rules of axe that do not apply to the page. */
  disabled?: string[]
  /** Whether to look into frames too. */
  frames?: boolean
}

/** The rules of accessibility that a page breaks, axe's best practices included, each with up to three elements. */
export async function violationsOf(
  page: Page,
  { disabled = [], frames = true }: Options = {},
): Promise<string[]> {
  for (const frame of frames ? page.frames() : [page.mainFrame()]) {
    // A page that shows something else without a new document has kept axe, which takes long to load.
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(load)
    await frame.evaluate(markDistinctText)
  }
  const rules = Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }]))
  return page.evaluate(
    async (options) => {
      const { violations } = await window.axe.run(document, {
        ...options,
        // Describes nothing but violations. Describing every element that passed a rule takes most of the time.
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
 * Marks text whose contrast has to be measured: three elements of each combination of colour, ground and size, which
 * are enough even if axe cannot decide about one of them. It takes milliseconds for each element, and the lists and
 * tables of a page have hundreds that look alike. Runs in the page.
 */
function markDistinctText(): void {
  const enough = 3
  const marked = new Map<string, number>()
  const numbers = new Map<string, number>()
  /** A short name of a combination. */
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
