import type { Language } from '@/server/model/language'
import type { enTrying } from '../../_texts/en-trying'
import { fill } from '../../_texts/fill'

type DemoKey = Extract<keyof typeof enTrying, `demo.${string}`>

/** The texts of the sample shop in one language: the browser gets only these. */
export interface ShopTexts {
  language: Language
  texts: Record<DemoKey, string>
}

export type SayInShop = (key: DemoKey, values?: Record<string, string>) => string

export const sayInShop =
  ({ texts }: ShopTexts): SayInShop =>
  (key, values) =>
    fill(texts[key], values)
