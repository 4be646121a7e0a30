/** Formats of `Intl` for dates and numbers. They are kept: creating one takes a hundred times as long as using it. */
export const dateFormat = kept(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
export const numberFormat = kept(
  (locale: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)
const displayNames = kept(
  (locale: string, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options),
)

/** Returns a country's name: "Sweden" for SE or se. Returns an unknown code unchanged. */
export function countryName(code: string, locale = 'en'): string {
  try {
    return displayNames(locale, { type: 'region' }).of(code.toUpperCase()) ?? code
  } catch {
    return code
  }
}

function kept<Options, Format>(create: (locale: string, options: Options) => Format) {
  const formats = new Map<string, Format>()
  return (locale: string, options: Options): Format => {
    const key = locale + JSON.stringify(options)
    const format = formats.get(key) ?? create(locale, options)
    formats.set(key, format)
    return format
  }
}
