import type { Language } from './language'
import type { CustomerTemplate } from './mail'

/** A merchant's own words in a mail. For what is missing, Kassa's are used. */
export interface OwnWords {
  subject?: string
  greeting?: string
  closing?: string
}

export const ownWordsParts = ['subject', 'greeting', 'closing'] as const satisfies (keyof OwnWords)[]

/** By template, and in it by language. */
export type MailWording = Partial<Record<CustomerTemplate, Partial<Record<Language, OwnWords>>>>

/**
 * What a merchant's words may contain between braces. `day`: when it happens, such as the next attempt or the end.
 * `attempt`: which of `attempts` has failed.
 */
export type Placeholder = 'name' | 'shop' | 'amount' | 'order' | 'card' | 'day' | 'attempt' | 'attempts'

const payment = ['name', 'shop', 'amount', 'order', 'card'] as const
const failed = [...payment, 'attempt', 'attempts'] as const

/** The placeholders that a mail has values for; none for a missing customer name or card. */
export const placeholdersOf: Record<CustomerTemplate, readonly Placeholder[]> = {
  'login-link': ['name', 'shop'],
  'email-confirm': ['name', 'shop'],
  'email-changed': ['name', 'shop'],
  receipt: payment,
  refund: payment,
  'payment-failed': [...failed, 'day'],
  'payment-approval': [...failed, 'day'],
  'payment-given-up': failed,
  'card-expiring': ['name', 'shop', 'card', 'day'],
  'subscription-started': ['name', 'shop', 'amount', 'day'],
  'subscription-ended': ['name', 'shop', 'amount', 'day'],
  'subscription-continues': ['name', 'shop', 'amount', 'day'],
  'price-changed': ['name', 'shop', 'amount', 'day'],
}

export const customerTemplates = Object.keys(placeholdersOf) as CustomerTemplate[]

const braces = /\{([^{}]*)\}/g

/** Returns the texts between braces. */
export const namesIn = (text: string): string[] => [...text.matchAll(braces)].map(([, name = '']) => name)

/** Returns a text with its placeholders filled in; undefined if a value is missing. */
export function filled(text: string, values: Partial<Record<string, string>>): string | undefined {
  if (namesIn(text).some((name) => values[name] === undefined)) return undefined
  return text.replace(braces, (_, name: string) => values[name] ?? '')
}
