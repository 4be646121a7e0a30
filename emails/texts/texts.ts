import { en } from './en'

/** The texts of a language. Amounts and dates are passed in formatted. */
export type Texts = typeof en

/** All languages that mail is written in, by ISO 639 code. */
const catalogues: Record<string, Texts> = { en }

/** Returns the texts in the language of a BCP 47 locale, or in English. */
export function textsFor(locale: string): { language: string; texts: Texts } {
  const { language } = new Intl.Locale(locale)
  const texts = catalogues[language]
  return texts ? { language, texts } : { language: 'en', texts: en }
}
