/** BAS for Sweden, SKR03 and SKR04 for Germany. */
export const chartNames = ['BAS', 'SKR03', 'SKR04'] as const
export type ChartName = (typeof chartNames)[number]

/** What is posted besides sales and their VAT. */
type ChartPurpose = 'receivable' | 'bank' | 'fees' | 'disputed' | 'losses' | 'other'

/**
 * A purpose, or sales or VAT at a rate. `other` stands for rates without an account, `unknown` for no known rate. Sales
 * without VAT to other countries have a name instead of a rate, and so have those whose VAT is reported through OSS.
 */
export type PostingKey = ChartPurpose | `sales.${string}` | `vat.${string}`

interface LedgerAccount {
  number: string
  /** In the language of the chart. */
  name: string
}

interface Chart {
  accounts: Partial<Record<PostingKey, LedgerAccount>> & Record<ChartPurpose | RequiredKey, LedgerAccount>
  /** Rates whose accounts for sales compute the VAT of what is posted to them, in DATEV's programs. */
  automatic: readonly number[]
}

/** Sales without VAT to businesses in other EU countries, services and goods, and sales of goods to other countries. */
type SalesAbroad = 'sales.reverse-charge' | 'sales.intra-community' | 'sales.export'

/** Sales whose VAT is due in other EU countries and reported through the One-Stop Shop, and that VAT, at all rates. */
type OssKey = 'sales.oss' | 'vat.oss'

type RequiredKey = SalesAbroad | OssKey | 'sales.other' | 'sales.unknown' | 'vat.other'

const account = (number: string, name: string): LedgerAccount => ({ number, name })

const charts: Record<ChartName, Chart> = {
  BAS: {
    accounts: {
      receivable: account('1580', 'Fordringar för kontokort och kuponger'),
      bank: account('1930', 'Företagskonto'),
      fees: account('6570', 'Bankkostnader'),
      disputed: account('1515', 'Osäkra kundfordringar'),
      losses: account('6351', 'Konstaterade förluster på kundfordringar'),
      other: account('2999', 'OBS-konto'),
      'sales.25': account('3001', 'Försäljning inom Sverige, 25 % moms'),
      'sales.12': account('3002', 'Försäljning inom Sverige, 12 % moms'),
      'sales.6': account('3003', 'Försäljning inom Sverige, 6 % moms'),
      'sales.0': account('3004', 'Försäljning inom Sverige, momsfri'),
      'sales.reverse-charge': account('3308', 'Försäljning tjänster till annat EU-land'),
      'sales.intra-community': account('3108', 'Försäljning varor till annat EU-land, momsfri'),
      'sales.export': account('3105', 'Försäljning varor till land utanför EU'),
      'sales.oss': account('3106', 'Försäljning varor till annat EU-land, momspliktig'),
      'sales.other': account('3000', 'Försäljning, andra momssatser'),
      'sales.unknown': account('3000', 'Försäljning, andra momssatser'),
      'vat.25': account('2611', 'Utgående moms på försäljning inom Sverige, 25 %'),
      'vat.12': account('2621', 'Utgående moms på försäljning inom Sverige, 12 %'),
      'vat.6': account('2631', 'Utgående moms på försäljning inom Sverige, 6 %'),
      'vat.oss': account('2670', 'Utgående moms på försäljning inom EU, OSS'),
      'vat.other': account('2610', 'Utgående moms'),
    },
    automatic: [],
  },
  SKR03: {
    accounts: {
      receivable: account('1360', 'Geldtransit'),
      bank: account('1200', 'Bank'),
      fees: account('4970', 'Nebenkosten des Geldverkehrs'),
      disputed: account('1460', 'Zweifelhafte Forderungen'),
      losses: account('2400', 'Forderungsverluste'),
      other: account('1590', 'Durchlaufende Posten'),
      'sales.19': account('8400', 'Erlöse 19 % USt'),
      'sales.7': account('8300', 'Erlöse 7 % USt'),
      'sales.reverse-charge': account(
        '8336',
        'Erlöse aus im anderen EU-Land steuerpflichtigen sonstigen Leistungen',
      ),
      'sales.intra-community': account(
        '8125',
        'Steuerfreie innergemeinschaftliche Lieferungen § 4 Nr. 1b UStG',
      ),
      'sales.export': account('8120', 'Steuerfreie Umsätze § 4 Nr. 1a UStG'),
      'sales.oss': account('8320', 'Erlöse aus im anderen EU-Land steuerpflichtigen Lieferungen'),
      'sales.other': account('8200', 'Erlöse'),
      'sales.unknown': account('8200', 'Erlöse'),
      'vat.19': account('1776', 'Umsatzsteuer 19 %'),
      'vat.7': account('1771', 'Umsatzsteuer 7 %'),
      'vat.oss': account('1767', 'Umsatzsteuer aus im anderen EU-Land steuerpflichtigen Lieferungen'),
      'vat.other': account('1770', 'Umsatzsteuer'),
    },
    automatic: [19, 7],
  },
  SKR04: {
    accounts: {
      receivable: account('1460', 'Geldtransit'),
      bank: account('1800', 'Bank'),
      fees: account('6855', 'Nebenkosten des Geldverkehrs'),
      disputed: account('1240', 'Zweifelhafte Forderungen'),
      losses: account('6930', 'Forderungsverluste'),
      other: account('1370', 'Durchlaufende Posten'),
      'sales.19': account('4400', 'Erlöse 19 % USt'),
      'sales.7': account('4300', 'Erlöse 7 % USt'),
      'sales.reverse-charge': account(
        '4336',
        'Erlöse aus im anderen EU-Land steuerpflichtigen sonstigen Leistungen',
      ),
      'sales.intra-community': account(
        '4125',
        'Steuerfreie innergemeinschaftliche Lieferungen § 4 Nr. 1b UStG',
      ),
      'sales.export': account('4120', 'Steuerfreie Umsätze § 4 Nr. 1a UStG'),
      'sales.oss': account('4320', 'Erlöse aus im anderen EU-Land steuerpflichtigen Lieferungen'),
      'sales.other': account('4200', 'Erlöse'),
      'sales.unknown': account('4200', 'Erlöse'),
      'vat.19': account('3806', 'Umsatzsteuer 19 %'),
      'vat.7': account('3801', 'Umsatzsteuer 7 %'),
      'vat.oss': account('3817', 'Umsatzsteuer aus im anderen EU-Land steuerpflichtigen Lieferungen'),
      'vat.other': account('3800', 'Umsatzsteuer'),
    },
    automatic: [19, 7],
  },
}

interface ChartOwner {
  country: string
  bookkeeping: { chartName?: ChartName; chart?: Record<string, string> }
}

/** The chart of a merchant: the one it chose, or its country's. */
export const chartNameOf = ({ country, bookkeeping }: ChartOwner): ChartName =>
  bookkeeping.chartName ?? (country === 'DE' ? 'SKR03' : 'BAS')

/** Finds the account that a purpose is posted to. */
export type ChartOfAccounts = (key: PostingKey) => LedgerAccount

/** Returns a merchant's chart of accounts: its own numbers, and the defaults for the others. */
export function chartOf(owner: ChartOwner): ChartOfAccounts {
  const { accounts } = charts[chartNameOf(owner)]
  const own = owner.bookkeeping.chart ?? {}
  const find = (key: PostingKey): LedgerAccount | undefined => {
    const known = accounts[key]
    const number = own[key] ?? known?.number
    return number === undefined ? undefined : { number, name: known?.name ?? nameOf(key) }
  }
  return (key) => find(key) ?? find(fallbackOf(key)) ?? accounts.other
}

/** Whether an account for sales computes the VAT itself. */
export const isAutomatic = (owner: ChartOwner, rate: number | null): boolean =>
  rate !== null && charts[chartNameOf(owner)].automatic.includes(rate)

/** Returns the accounts of a merchant's chart, with their defaults. */
export function accountsOf(owner: ChartOwner) {
  const { accounts } = charts[chartNameOf(owner)]
  const find = chartOf(owner)
  const keys = Object.keys({ ...accounts, ...owner.bookkeeping.chart }) as PostingKey[]
  return keys.map((key) => ({
    key,
    ...find(key),
    default: (accounts[key] ?? accounts[fallbackOf(key)]).number,
  }))
}

const fallbackOf = (key: PostingKey) =>
  (key.startsWith('vat.') ? 'vat.other' : 'sales.other') satisfies PostingKey

const nameOf = (key: PostingKey): string => key.replace(/^(sales|vat)\.(.*)$/, '$1 $2 %')
