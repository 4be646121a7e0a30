import type { en } from './en'

export type English = typeof en
export type TextKey = keyof English

/** The texts of a language: every text that English has. */
export type Catalogue = Record<TextKey, string>
