import type { DocumentContent } from '../model/document/content'
import { de } from './texts.de'
import { en } from './texts.en'
import { sv } from './texts.sv'

export type { DocumentWords } from './texts.en'
export type DocumentLanguage = DocumentContent['language']

/** The words of documents, by language. */
export const documentTexts: Record<DocumentLanguage, typeof en> = { en, sv, de }
