import { invalid } from './errors'
import type { Reader } from './params'

/** Currencies without a smaller unit. ISK and UGX have none either, but are sent with two decimals. */
const withoutDecimals = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const wholeAmountsOnly = ['isk', 'ugx']
const threeDecimals = 'bhd jod kwd omr tnd'.split(' ')
const twoDecimals = (
  'aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bmd bnd bob brl bsd bwp byn bzd cad cdf chf cny cop crc ' +
  'cve czk dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gtq gyd hkd hnl hrk htg huf idr ils inr jmd kes kgs khr ' +
  'kyd kzt lak lbp lkr lrd lsl mad mdl mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen pgk ' +
  'php pkr pln qar ron rsd rub sar sbd scr sek sgd shp sle sos srd std szl thb tjs top try ttd twd tzs uah usd uyu ' +
  'uzs wst xcd yer zar zmw'
).split(' ')
const supported = new Set([...withoutDecimals, ...wholeAmountsOnly, ...threeDecimals, ...twoDecimals])

/** A three-letter code, in any case. Objects have it in lower case. */
export const currency: Reader<string> = {
  read(value, name) {
    const code = typeof value === 'string' ? value.toLowerCase() : ''
    if (!supported.has(code)) throw invalid(`Invalid currency: ${code || name}.`, { param: name })
    return code
  },
}

/** About 50 cents, as far as it matters to tests. */
const smallest: Record<string, number> = {
  sek: 300,
  nok: 300,
  dkk: 250,
  gbp: 30,
  jpy: 50,
  isk: 5_000,
  ugx: 100,
}

/** Refuses amounts that cannot be charged in a currency. */
export function checkAmount(amount: number, code: string): void {
  const param = 'amount'
  if (amount > 99_999_999)
    throw invalid('The amount has more than eight digits.', { code: 'amount_too_large', param })
  if (amount < (smallest[code] ?? 50))
    throw invalid(`The amount is below the least amount in ${code}.`, { code: 'amount_too_small', param })
  if (!isWhole(amount, code))
    throw invalid(`Amounts in ${code} are multiples of ${stepOf(code)}.`, {
      code: 'invalid_charge_amount',
      param,
    })
}

export const stepOf = (code: string): number =>
  wholeAmountsOnly.includes(code) ? 100 : threeDecimals.includes(code) ? 10 : 1

export const isWhole = (amount: number, code: string): boolean => amount % stepOf(code) === 0
