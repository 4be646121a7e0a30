import type { Language } from '@/server/model/language'
import type { Catalogue, English, TextKey } from './catalogue'
import { de } from './de'
import { en } from './en'
import { fill } from './fill'
import { sv } from './sv'

/** The names between braces in a text. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

type TextValues<Key extends TextKey> = [Placeholders<English[Key]>] extends [never]
  ? []
  : [values: Record<Placeholders<English[Key]>, string>]

/** Returns a text with its placeholders filled in. */
export type Say = <Key extends TextKey>(key: Key, ...values: TextValues<Key>) => string

export const catalogues: Record<Language, Catalogue> = { en, sv, de }

/** Each language by its own name. */
export const languageNames: Record<Language, string> = { en: 'English', sv: 'Svenska', de: 'Deutsch' }

export const isTextKey = (text: string): text is TextKey => Object.hasOwn(en, text)

export function sayIn(language: Language): Say {
  const catalogue = catalogues[language]
  return (key, ...[values]) => fill(catalogue[key], values)
}
