import type { BookkeepingSettings } from '../model/company'
import type { DocumentContent, Party, RateTotal, ZeroVatCategory } from '../model/document/content'
import { euCountryOf, isInEu } from '../model/vat-number'
import { type DocumentLanguage, documentTexts } from './texts'

type Total = DocumentContent['totals'][number]

/**
 * Adds to totals the VAT category of each rate and, where the rate is 0, the reason. A credit note copies them, like its
 * buyer, from the last of the documents that it corrects. The document of a refund that failed copies them from the credit
 * note. `referenced` are the totals of these documents, oldest first.
 */
export function withCategories(
  totals: readonly RateTotal[],
  given: {
    seller: Party
    buyer: Party
    zeroVat: BookkeepingSettings['zeroVat']
    language: DocumentLanguage
    referenced?: readonly Total[] | undefined
  },
): Total[] {
  return totals.map((total) => {
    if (total.rate === null) return total
    if (total.rate > 0) return { ...total, category: 'S' }
    const earlier = given.referenced?.findLast(({ rate }) => rate === 0)
    const { category = 'E', exemption = undefined } = earlier ?? zeroVatOf(given)
    return { ...total, category, ...(exemption && { exemption }) }
  })
}

function zeroVatOf({
  seller,
  buyer,
  zeroVat,
  language,
}: Omit<Parameters<typeof withCategories>[1], 'referenced'>): {
  category: ZeroVatCategory
  exemption: string
} {
  const { exemption } = documentTexts[language]
  if (isReverseCharge(seller, buyer)) return { category: 'AE', exemption: exemption.AE }
  const category = zeroVat?.category ?? 'E'
  return { category, exemption: zeroVat?.reason ?? exemption[category] }
}

/** Whether the buyer accounts for the VAT: a business with a VAT number from another EU country. */
function isReverseCharge(seller: Party, buyer: Party): boolean {
  const from = seller.address?.countryCode ?? ''
  const to = buyer.isBusiness && buyer.vatNumber ? euCountryOf(buyer.vatNumber) : undefined
  return isInEu(from) && to !== undefined && to !== from
}
