import type { MailTemplate } from './mail'

/** A merchant's own words in a mail. What is missing is as Kassa writes it. */
export interface OwnWords {
  subject?: string
  greeting?: string
  closing?: string
}

/** By template, and in it by language: `en`, `sv`, `de`. */
export type MailWording = Partial<Record<MailTemplate, Partial<Record<'en' | 'sv' | 'de', OwnWords>>>>
