import type { Language } from '@/server/model/language'
import { de } from './de'
import { en } from './en'
import { sv } from './sv'

/** The texts of a language. Amounts and dates are passed to them already formatted. */
export type MailTexts = typeof en

export const mailTexts: Record<Language, MailTexts> = { en, sv, de }
