import type { ReactNode } from 'react'
import type { Day } from '@/server/model/calendar'
import type { MailData, MailTemplate } from '@/server/model/mail'
import type { Theme } from './colours'
import type { Format } from './format'
import type { Texts } from './texts/texts'

/** What all mails of a merchant share. */
export interface Surroundings {
  shop: string
  logo?: string
  supportEmail?: string
  /** The ISO 639 code of the texts. */
  language: string
  texts: Texts
  format: Format
  theme: Theme
  /** The day of the reported event in the merchant's time zone. */
  today: Day
  /** The page where a payer requests a login link. */
  loginPage: string
  /** The secret of the mail, only for its reader. */
  secret?: string
}

/** The content of a mail, without its frame. */
export interface Letter {
  subject: string
  /** What mail programs show after the subject. */
  preview: string
  title: string
  body: ReactNode
  /** Shown below the mail instead of the merchant's contact details. */
  foot?: string
}

export type Template<T extends MailTemplate> = (data: MailData[T], surroundings: Surroundings) => Letter
