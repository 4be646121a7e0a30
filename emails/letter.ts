import type { ReactNode } from 'react'
import type { Day } from '@/server/model/calendar'
import type { MailData, MailTemplate } from '@/server/model/mail'
import type { Theme } from './colours'
import type { Format } from './format'
import type { Texts } from './texts/texts'

/** What every mail of a merchant shares. */
export interface Surroundings {
  shop: string
  logo?: string
  supportEmail?: string
  /** ISO 639, of the texts. */
  language: string
  texts: Texts
  format: Format
  theme: Theme
  /** The day of what the mail tells, where the merchant is. */
  today: Day
  /** Where a payer asks for a login link. */
  loginPage: string
  /** What the mail carries for its reader alone. */
  secret?: string
}

/** A mail without its frame. */
export interface Letter {
  subject: string
  /** What lists of mails show after the subject. */
  preview: string
  title: string
  body: ReactNode
  /** Below the mail, in place of where to ask the merchant. */
  foot?: string
}

export type Template<T extends MailTemplate> = (data: MailData[T], surroundings: Surroundings) => Letter
