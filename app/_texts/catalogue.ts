import type { en } from './en'

export type English = typeof en
export type TextKey = keyof English

/** What a language has to say: every text that English has. */
export type Catalogue = Record<TextKey, string>
