/**
 * Formats of `Intl` for dates and numbers, with the years of the Gregorian calendar and the digits 0 to 9 in every locale:
 * fields are filled in with what they write, and must be read again as the same. They are kept: creating one takes a
 * hundred times as long as using it.
 */
export const dateFormat = kept(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(legible(locale), options),
)
export const numberFormat = kept(
  (locale: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(legible(locale), options),
)
const legible = (locale: string) => new Intl.Locale(locale, { calendar: 'gregory', numberingSystem: 'latn' })

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
