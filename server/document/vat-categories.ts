import type { BookkeepingSettings } from '../model/company'
import type { DocumentContent, Party, RateTotal, ZeroVatCategory } from '../model/document/content'
import { euCountryOf, isInEu, isNorthernIrish, vatAreaOf } from '../model/vat-number'
import { countryOf } from './parties'
import { type DocumentLanguage, type DocumentWords, documentTexts } from './texts'

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
    bookkeeping: Pick<BookkeepingSettings, 'sells' | 'zeroVat'>
    language: DocumentLanguage
    referenced?: readonly Total[] | undefined
  },
): Total[] {
  return totals.map((total) => {
    if (total.rate === null) return total
    if (total.rate > 0) return { ...total, category: 'S' }
    const earlier = given.referenced?.findLast(({ rate }) => rate === 0)
    const { category = 'E', exemption = undefined } = earlier ?? zeroVatOf(given)
    const reason = exemption && translated({ category, exemption }, given.language)
    return { ...total, category, ...(reason && { exemption: reason }) }
  })
}

/** A document may be in another language than the one that it corrects. Reasons in the merchant's own words stay. */
function translated(
  { category, exemption }: { category: string; exemption: string },
  language: DocumentLanguage,
): string {
  const reasonIn = ({ exemption: reasons }: DocumentWords) => reasons[category as ZeroVatCategory]
  const isOurs = Object.values(documentTexts).some((words) => reasonIn(words) === exemption)
  return isOurs ? reasonIn(documentTexts[language]) : exemption
}

function zeroVatOf({
  seller,
  buyer,
  bookkeeping: { sells, zeroVat },
  language,
}: Omit<Parameters<typeof withCategories>[1], 'referenced'>): {
  category: ZeroVatCategory
  exemption: string
} {
  const { exemption } = documentTexts[language]
  const abroad = sells === 'goods' ? goodsAbroad(seller, buyer) : servicesAbroad(seller, buyer)
  if (abroad) return { category: abroad, exemption: exemption[abroad] }
  const category = zeroVat?.category ?? 'E'
  return { category, exemption: zeroVat?.reason ?? exemption[category] }
}

/** A business with a VAT number from another EU country accounts for the VAT of services. */
function servicesAbroad(seller: Party, buyer: Party): ZeroVatCategory | undefined {
  const from = vatAreaOf(countryOf(seller))
  const to = euCountryOf(vatNumberOf(buyer))
  return isInEu(from) && to !== undefined && to !== from ? 'AE' : undefined
}

/**
 * Goods leave the country if the buyer's address, or without one the VAT number, is in another. To another EU country,
 * they have no VAT if both parties have VAT numbers, of different countries.
 */
function goodsAbroad(seller: Party, buyer: Party): ZeroVatCategory | undefined {
  const vatNumber = vatNumberOf(buyer)
  const isInNorthernIreland = isNorthernIrish(vatNumber)
  const registeredIn = isInNorthernIreland ? 'GB' : euCountryOf(vatNumber)
  const from = vatAreaOf(countryOf(seller))
  const to = vatAreaOf(countryOf(buyer)) || registeredIn
  if (!isInEu(from) || to === undefined || to === from) return undefined
  // Northern Ireland counts as EU for goods.
  if (!isInEu(to) && !(isInNorthernIreland && to === 'GB')) return 'G'
  return seller.vatNumber && registeredIn !== undefined && registeredIn !== from ? 'K' : undefined
}

const vatNumberOf = ({ isBusiness, vatNumber }: Party) => (isBusiness && vatNumber) || ''
