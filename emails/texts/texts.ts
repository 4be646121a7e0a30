import { en } from './en'

/** The texts of a language. Amounts and dates are passed to them already formatted. */
export type MailTexts = typeof en

/** The languages of mail, by ISO 639 code. */
const catalogues: Record<string, MailTexts> = { en }

/** Returns the texts for a BCP 47 locale's language, or English. */
export function textsFor(locale: string): { language: string; texts: MailTexts } {
  const { language } = new Intl.Locale(locale)
  const texts = catalogues[language]
  return texts ? { language, texts } : { language: 'en', texts: en }
}
