import { en } from './en'

/** What a language has to say; amounts and dates reach it formatted. */
export type Texts = typeof en

/** Every language that mail is written in, by its ISO 639 code. */
const catalogues: Record<string, Texts> = { en }

/** The texts of a BCP 47 locale's language, or else English. */
export function textsFor(locale: string): { language: string; texts: Texts } {
  const { language } = new Intl.Locale(locale)
  const texts = catalogues[language]
  return texts ? { language, texts } : { language: 'en', texts: en }
}
