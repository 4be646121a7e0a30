import type { Language } from '@/server/model/language'
import type { enDemo } from '../../_texts/en-demo'
import { fill } from '../../_texts/fill'

type DemoKey = Extract<keyof typeof enDemo, `demo.${string}`>

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
