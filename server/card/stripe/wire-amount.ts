import { exponentOf, isCurrency } from '../../model/money/currencies'
import type { Money } from '../../model/money/money'

// Stripe's currencies, by the decimals of its amounts. They differ from ISO 4217: MGA is sent without decimals, and ISK
// and UGX, which have none, with two.
const withoutDecimals = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const withThreeDecimals = 'BHD JOD KWD OMR TND'.split(' ')
const withTwoDecimals = (
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC ' +
  'CVE CZK DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD KES KGS KHR ' +
  'KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK ' +
  'PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TOP TRY TTD TWD TZS UAH UGX USD ' +
  'UYU UZS WST XCD YER ZAR ZMW'
).split(' ')

const decimals = new Map<string, number>([
  ...withoutDecimals.map((code): [string, number] => [code, 0]),
  ...withTwoDecimals.map((code): [string, number] => [code, 2]),
  ...withThreeDecimals.map((code): [string, number] => [code, 3]),
])

/** The currencies that both Stripe and Kassa know. */
export const stripeCurrencies: ReadonlySet<string> = new Set([...decimals.keys()].filter(isCurrency))

/** What Stripe's amounts must be a multiple of: those with three decimals end in 0. */
const wireStepOf = (currency: string): bigint => (decimals.get(currency) === 3 ? 10n : 1n)

/** The amount as Stripe expects it; undefined if Stripe cannot charge it, because it is too fine or too large. */
export function toWire({ amount, currency }: Money): number | undefined {
  const wireDecimals = decimals.get(currency)
  if (wireDecimals === undefined) return undefined
  const [factor, divisor] = ratio(wireDecimals, currency)
  if ((amount * factor) % divisor !== 0n) return undefined
  const wire = (amount * factor) / divisor
  return wire % wireStepOf(currency) === 0n && wire <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(wire)
    : undefined
}

/** What amounts must be a multiple of, in minor units, in the currencies in which Stripe cannot charge every amount. */
export const stripeSteps: ReadonlyMap<string, bigint> = new Map(
  [...stripeCurrencies].flatMap((currency): [string, bigint][] => {
    const [, divisor] = ratio(decimals.get(currency) ?? 2, currency)
    const step = divisor * wireStepOf(currency)
    return step > 1n ? [[currency, step]] : []
  }),
)

/**
 * Stripe's amount in Kassa's minor units, or as it is in a currency that Kassa does not have. Stripe writes currencies in
 * lower case.
 */
export function fromWire(wire: number, wireCurrency: string): bigint {
  const currency = wireCurrency.toUpperCase()
  const [factor, divisor] = ratio(decimals.get(currency) ?? 2, currency)
  return (BigInt(wire) * divisor) / factor
}

/** What to multiply and divide Kassa's amounts by. */
function ratio(wireDecimals: number, currency: string): [factor: bigint, divisor: bigint] {
  const difference = isCurrency(currency) ? wireDecimals - exponentOf(currency) : 0
  return difference >= 0 ? [10n ** BigInt(difference), 1n] : [1n, 10n ** BigInt(-difference)]
}
