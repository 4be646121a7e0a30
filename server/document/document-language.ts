import type { Merchant } from '@/db/schema'
import { type DocumentLanguage, documentTexts } from './texts'

const isDocumentLanguage = (text: string): text is DocumentLanguage => Object.hasOwn(documentTexts, text)

/**
 * The language of a customer's documents: the one that the merchant set for the account, otherwise the customer's
 * choice, otherwise the merchant's own; and the locale of their amounts and dates, which keeps the merchant's country.
 */
export function documentLanguage(
  merchant: Pick<Merchant, 'locale' | 'country'>,
  account: { language: string | null; chosenLanguage: string | null } | undefined,
): { language: DocumentLanguage; locale: string } {
  const own = new Intl.Locale(merchant.locale)
  const wanted = [account?.language, account?.chosenLanguage, own.language]
  const language = wanted.find((each): each is DocumentLanguage => isDocumentLanguage(each ?? '')) ?? 'en'
  return { language, locale: `${language}-${own.region ?? merchant.country}` }
}
