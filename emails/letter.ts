import type { Day } from '@/server/model/calendar'
import type { Language } from '@/server/model/language'
import type { MailData, MailTemplate } from '@/server/model/mail'
import type { Format } from './format'
import type { LabelledValue } from './parts/rows'
import type { MailTexts } from './texts/texts'
import type { Theme } from './theme'

/** Everything that a merchant's e-mails have in common. */
export interface Surroundings {
  shop: string
  logo?: string
  supportEmail?: string
  language: Language
  texts: MailTexts
  format: Format
  theme: Theme
  /** The day of the event, in the merchant's time zone. */
  today: Day
  /** Where a payer can request a login link. */
  loginPage: string
  /** The page of an order in the payer's account, where its documents are. */
  orderPage(order: string): string
  /** A link for the recipient only. */
  secret?: string
}

/** A part of a mail. Text alone is a paragraph. */
export type Block =
  | string
  /** The most important sentence of a mail. */
  | { emphasis: string }
  /** Less important text. */
  | { small: string }
  /** A paragraph that is a link. */
  | { link: string; href: string }
  /** The main button. */
  | { button: string; href: string }
  /** A table with a label and a value per row. */
  | { rows: readonly LabelledValue[] }

/** The content of a mail, without its frame. */
export interface Letter {
  subject: string
  /** The text that mail clients show after the subject. */
  preview: string
  title: string
  body: readonly (Block | false | undefined)[]
  /** Replaces the merchant's contact details below the mail. */
  foot?: string
}

export type Template<T extends MailTemplate> = (data: MailData[T], surroundings: Surroundings) => Letter
