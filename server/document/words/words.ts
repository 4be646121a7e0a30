import type { DocumentContent } from '../../model/document/content'
import { de } from './de'
import { type DocumentWords, en } from './en'
import { sv } from './sv'

export type { DocumentWords } from './en'

export const documentWords: Record<DocumentContent['language'], DocumentWords> = { en, sv, de }
