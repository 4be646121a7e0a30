/** The settings that a page may choose, and the property of the form that each one sets. */
const properties = {
  text: '--text',
  field: '--field',
  line: '--line-strong',
  accent: '--accent',
  danger: '--red',
  radius: '--radius-small',
  font: '--sans',
} as const

const colour = /^(#[\da-f]{3,8}|(rgba?|hsla?|lab|lch|oklab|oklch|color)\([\w\s.,%/+-]{1,80}\))$/i
const length = /^(\d{1,2})(\.\d{1,4})?px$/
const fonts = /^[\w\s"',-]{1,300}$/

/**
 * Returns the safe part of a theme: colours, a radius and font names. Nothing in it can load a resource or affect
 * another property, whichever page sends it.
 */
export function safeTheme(theme: unknown): Map<string, string> {
  const safe = new Map<string, string>()
  if (typeof theme !== 'object' || theme === null) return safe
  for (const [name, property] of Object.entries(properties)) {
    const value: unknown = Reflect.get(theme, name)
    const form = name === 'radius' ? length : name === 'font' ? fonts : colour
    if (typeof value === 'string' && form.test(value)) safe.set(property, value)
  }
  return safe
}

/** Whether a theme is light or dark. Undefined if it is unspecified. */
export function schemeIn(theme: unknown): 'light' | 'dark' | undefined {
  const scheme: unknown = typeof theme === 'object' && theme !== null && Reflect.get(theme, 'scheme')
  return scheme === 'light' || scheme === 'dark' ? scheme : undefined
}
