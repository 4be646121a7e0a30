/** The settings that a page may choose, and the property of a hidden element in which the browser computes each. */
const choices = {
  text: 'color',
  field: 'backgroundColor',
  line: 'borderTopColor',
  accent: 'outlineColor',
  danger: 'textDecorationColor',
  radius: 'borderTopLeftRadius',
  font: 'fontFamily',
} as const

export const prefersDark = matchMedia('(prefers-color-scheme: dark)')

/** The element's scheme according to `color-scheme`; light by default, as in browsers. */
export function schemeOf(element: HTMLElement): 'light' | 'dark' {
  const { colorScheme } = getComputedStyle(element)
  const isDark = /dark/.test(colorScheme) && (!/light/.test(colorScheme) || prefersDark.matches)
  return isDark ? 'dark' : 'light'
}

/** The colours, radius and font that the page chose for the element. */
export function chosenTheme(element: HTMLElement, probe: HTMLElement) {
  const computed = getComputedStyle(probe)
  const theme: Partial<Record<keyof typeof choices, string>> & { scheme: 'light' | 'dark' } = {
    scheme: schemeOf(element),
  }
  for (const name of Object.keys(choices) as (keyof typeof choices)[]) {
    if (computed.getPropertyValue(`--kassa-card-${name}`).trim()) theme[name] = computed[choices[name]]
  }
  return theme
}
