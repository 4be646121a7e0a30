/** The languages of customers' pages, mail and documents, by ISO 639 code. */
export const languages = ['en', 'sv', 'de'] as const
export type Language = (typeof languages)[number]

export const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text)

/** By merchants' locales, which are few. Every mail needs one, and reading it takes 20 µs. */
const known = new Map<string, Language>()

/** Returns the language of a merchant's locale (BCP 47), or English if Kassa has no texts in it. */
export function languageOf(locale: string): Language {
  const found = known.get(locale) ?? readLanguage(locale)
  known.set(locale, found)
  return found
}

function readLanguage(locale: string): Language {
  const { language } = new Intl.Locale(locale)
  return isLanguage(language) ? language : 'en'
}

/** Returns the locale of a text for a merchant's customers: the text's language and the merchant's region. */
export function localeIn(language: Language, merchantLocale: string): string {
  const { region } = new Intl.Locale(merchantLocale).maximize()
  return region === undefined ? language : `${language}-${region}`
}

/** The names of the languages in the dashboard. */
export const languageInEnglish: Record<Language, string> = { en: 'English', sv: 'Swedish', de: 'German' }
