import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertMany } from '@/db/many'
import { journalEntry, merchant } from '@/db/schema'
import { testWorld } from '@/test/world'
import type { Context } from '../core/context'
import type { EntryVat, JournalKind } from '../model/journal'
import { changeBookkeeping } from './bookkeeping-settings'
import { exportJournal } from './export-csv'
import { exportDatev } from './export-datev'
import { exportSie } from './export-sie'
import { postEntry } from './post-entry'
import { sumJournal } from './sum-journal'

const world = testWorld()
const october = { from: '2026-10-01', to: '2026-10-31' }

const rates = [25, 12, 6, 0, 19, 7, null]
const kinds = ['charge', 'refund', 'reversal', 'dispute', 'fee', 'payout', 'write-off', 'other'] as const

/** A part of an entry whose VAT is up to some cents away from what its net amount says, as after rounding by line. */
const part = fc
  .record({
    net: fc.integer({ min: 1, max: 9_999_999 }),
    rate: fc.constantFrom(...rates),
    off: fc.integer({ min: -3, max: 3 }),
  })
  .map(({ net, rate, off }): EntryVat => {
    const vat = rate === null || rate === 0 ? 0 : Math.round((net * rate) / 100) + off
    return { rate, net: `${net}`, vat: `${vat}` }
  })

const isSale = (kind: JournalKind) => ['charge', 'refund', 'reversal'].includes(kind)

const entry = fc
  .record({
    kind: fc.constantFrom(...kinds),
    parts: fc.uniqueArray(part, { selector: ({ rate }) => rate, minLength: 1, maxLength: 4 }),
    isNegative: fc.boolean(),
    size: fc.bigInt({ min: 1n, max: 99_999_999n }),
    day: fc.integer({ min: 1, max: 31 }),
    currency: fc.constantFrom('SEK', 'EUR'),
  })
  .map(({ kind, parts, isNegative, size, day, currency }) => {
    const sign = isNegative ? -1n : 1n
    const vat = isSale(kind)
      ? parts.map(({ rate, net, vat }) => ({
          rate,
          net: `${sign * BigInt(net)}`,
          vat: `${sign * BigInt(vat)}`,
        }))
      : []
    const amount = isSale(kind)
      ? vat.reduce((sum, { net, vat }) => sum + BigInt(net) + BigInt(vat), 0n)
      : sign * size
    const bookedOn = `2026-10-${String(day).padStart(2, '0')}`
    return { kind, vat, amount, bookedOn, currency }
  })

const sample = fc.sample(entry, { numRuns: 300, seed: 13 })

async function merchantIn(country: string, locale: string): Promise<Context> {
  const owner = await world.newMerchant()
  const { db } = world.runtime
  await db
    .update(merchant)
    .set({
      country,
      locale,
      company: { legalName: 'Grönwalls "Ägg" & Łök AB', organisationNumber: '556677-8899' },
    })
    .where(eq(merchant.id, owner.merchant))
  await insertMany(
    db,
    journalEntry,
    sample.map((row, place) => ({
      ...row,
      merchantId: owner.merchant,
      source: `order ${place}`,
      moved: new Date(`${row.bookedOn}T12:00:00Z`),
      fee: row.kind === 'fee' ? -row.amount : 0n,
      // In November where the merchant is.
      created: new Date('2026-10-31T23:30:00Z'),
    })),
  )
  await changeBookkeeping(owner.context, {
    chart: { bank: '1940' },
    fiscalYearStart: 7,
    datev: { consultant: 29_098, client: 55_003 },
  })
  const [row] = await db.select().from(merchant).where(eq(merchant.id, owner.merchant))
  if (!row) expect.fail('no merchant')
  return { ...owner.context, merchant: row }
}

let swedish: Context
let german: Context
beforeAll(async () => {
  swedish = await merchantIn('SE', 'sv-SE')
  german = await merchantIn('DE', 'de-DE')
})

const bytesOf = async (file: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(file).arrayBuffer())

/** Reads decimals with a point or a comma as minor units. */
const cents = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split(/[.,]/)
  expect(fraction).toHaveLength(2)
  return BigInt(whole + fraction)
}

const add = (sums: Map<string, bigint>, key: string, amount: bigint) =>
  sums.set(key, (sums.get(key) ?? 0n) + amount)

const sumOf = (rows: readonly { amount: bigint }[]) => rows.reduce((sum, { amount }) => sum + amount, 0n)
const inCurrency = (currency: string) => sample.filter((row) => row.currency === currency)
const balanceMoves = (currency: string) =>
  sumOf(inCurrency(currency).filter(({ kind }) => kind !== 'write-off'))

/** The sum of net or VAT at a rate, of charges, refunds and reversals. */
const partsAt = (currency: string, isAt: (rate: number | null) => boolean, name: 'net' | 'vat') =>
  inCurrency(currency)
    .flatMap(({ vat }) => vat)
    .filter(({ rate }) => isAt(rate))
    .reduce((sum, row) => sum + BigInt(row[name]), 0n)

test('an account that computes VAT arrives at exactly the VAT of its postings', () => {
  fc.assert(
    fc.property(part, fc.boolean(), (parts, isNegative) => {
      const sign = isNegative ? -1n : 1n
      const net = sign * BigInt(parts.net)
      const vat = sign * BigInt(parts.vat)
      const entryOf = {
        kind: 'charge',
        amount: net + vat,
        vat: [{ rate: parts.rate, net: `${net}`, vat: `${vat}` }],
        ...{ zeroVat: null, country: null, vatNumber: null },
      } as const
      const isAutomatic = (rate: number | null) => rate === 19 || rate === 7
      const posted = postEntry(entryOf, { isOss: () => false, isAutomatic })
      expect(sumOf(posted)).toBe(net + vat)
      const { rate } = parts
      if (!isAutomatic(rate) || rate === null) return
      const gross = Number(posted.find(({ credit }) => credit === `sales.${rate}`)?.amount ?? 0n)
      const computed = BigInt(Math.sign(gross) * Math.round((Math.abs(gross) * rate) / (100 + rate)))
      expect(BigInt(gross) - computed).toBe(net)
      const rest = posted.find(({ credit }) => credit === `vat.${rate}`)?.amount ?? 0n
      expect(computed + rest).toBe(vat)
    }),
  )
})

describe('SIE', () => {
  test('names the fiscal years of the period, the last one as 0', async () => {
    const file = exportSie(swedish, { from: '2026-06-01', to: '2026-10-31', currency: 'SEK' })
    const years = (await bytesOf(file)).toString('latin1').match(/#RAR.*/g)
    expect(years?.map((each) => each.trim())).toEqual([
      '#RAR 0 20260701 20270630',
      '#RAR -1 20250701 20260630',
    ])
  })

  /** Reads the fields of a line, in quotation marks or not. */
  const fieldsOf = (line: string) =>
    [...line.matchAll(/"((?:\\"|[^"])*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')

  test('has balanced vouchers in one currency whose accounts add up to the journal', async () => {
    const bytes = await bytesOf(exportSie(swedish, { ...october, currency: 'SEK' }))
    const lines = bytes.toString('latin1').split('\r\n')
    expect(lines.slice(0, 3)).toEqual(['#FLAGGA 0', '#PROGRAM "Kassa" "1.0"', '#FORMAT PC8'])
    expect(lines).toContain('#SIETYP 4')
    expect(lines).toContain('#ORGNR 556677-8899')
    expect(lines).toContain('#RAR 0 20260701 20270630')
    expect(lines).toContain('#VALUTA SEK')
    // Code page 437: ö is 0x94 and Ä is 0x8e.
    expect(lines).toContain('#FNAMN "Gr\x94nwalls \\"\x8egg\\" & ?\x94k AB"')
    const known = new Set(lines.filter((line) => line.startsWith('#KONTO')).map((line) => fieldsOf(line)[1]))
    const byAccount = new Map<string, bigint>()
    let vouchers = 0
    let balance = 0n
    let date = ''
    for (const line of lines) {
      const [label, ...fields] = fieldsOf(line)
      if (label === '#VER') {
        vouchers++
        date = fields[2] ?? ''
        expect([date.slice(0, 6), fields[4]]).toEqual(['202610', '20261101'])
      }
      if (label === '}') expect(balance).toBe(0n)
      if (label !== '#TRANS') continue
      const [account = '', objects, amount = ''] = fields
      expect(objects).toBe('{}')
      expect(known).toContain(account)
      balance += cents(amount)
      add(byAccount, account, cents(amount))
    }
    expect(vouchers).toBe(inCurrency('SEK').length)
    expect(byAccount.get('1580')).toBe(balanceMoves('SEK'))
    for (const [rate, sales, vat] of [
      [25, '3001', '2611'],
      [12, '3002', '2621'],
      [6, '3003', '2631'],
    ] as const) {
      expect(byAccount.get(sales)).toBe(-partsAt('SEK', (each) => each === rate, 'net'))
      expect(byAccount.get(vat)).toBe(-partsAt('SEK', (each) => each === rate, 'vat'))
    }
    expect(byAccount.get('3004')).toBe(-partsAt('SEK', (rate) => rate === 0, 'net'))
    const isOther = (rate: number | null) => rate === null || rate === 19 || rate === 7
    expect(byAccount.get('3000')).toBe(-partsAt('SEK', isOther, 'net'))
    expect(byAccount.get('2610')).toBe(-partsAt('SEK', isOther, 'vat'))
    expect(byAccount.get('1940')).toBe(-sumOf(inCurrency('SEK').filter(({ kind }) => kind === 'payout')))
  })
})

describe('DATEV', () => {
  /** Reads the cells of a line, which contain no line break. */
  const cellsOf = (line: string) =>
    [...`${line};`.matchAll(/(?:"((?:""|[^"])*)"|([^;]*));/g)].map(([, quoted, bare]) =>
      quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'),
    )

  test('is a posting batch of the month in euros whose accounts add up to the journal', async () => {
    const bytes = await bytesOf(exportDatev(german, october))
    const lines = bytes.toString('latin1').split('\r\n')
    const [head = '', names = '', ...rest] = lines
    const header = cellsOf(head)
    expect(header).toHaveLength(31)
    expect(header.slice(0, 5)).toEqual(['EXTF', '700', '21', 'Buchungsstapel', '13'])
    expect(header[5]).toMatch(/^\d{17}$/)
    expect(header.slice(10, 16)).toEqual(['29098', '55003', '20260701', '4', '20261001', '20261031'])
    expect([header[21], header[26]]).toEqual(['EUR', '03'])
    expect(names.split(';')).toHaveLength(125)
    expect(new Set(names.split(';')).size).toBe(125)
    expect(rest.pop()).toBe('')
    const place = (name: string) => names.split(';').indexOf(name)
    const byAccount = new Map<string, bigint>()
    const computed = new Map<string, bigint>()
    for (const line of rest) {
      const cells = cellsOf(line)
      expect(cells).toHaveLength(125)
      const [size = '', side] = cells
      const amount = side === 'S' ? cents(size) : -cents(size)
      expect(cents(size)).toBeGreaterThan(0n)
      expect(cells[place('Belegdatum')]).toMatch(/^\d\d10$/)
      expect(cells[place('Belegfeld 1')]).toMatch(/^[\w$&%*+/-]{1,36}$/)
      const [debit = '', credit = ''] = cells.slice(6, 8)
      add(byAccount, debit, amount)
      const rate = { 8400: 19, 8300: 7 }[credit] ?? 0
      const minor = Number(amount < 0n ? -amount : amount)
      const vat = BigInt(Math.round((minor * rate) / (100 + rate))) * (amount < 0n ? -1n : 1n)
      add(byAccount, credit, vat - amount)
      add(computed, `${rate}`, vat)
    }
    expect([...byAccount.values()].reduce((sum, each) => sum + each, 0n)).toBe(
      [...computed.values()].reduce((sum, each) => sum + each, 0n),
    )
    expect(byAccount.get('1360')).toBe(balanceMoves('EUR'))
    for (const [rate, sales, tax] of [
      [19, '8400', '1776'],
      [7, '8300', '1771'],
    ] as const) {
      expect(byAccount.get(sales)).toBe(-partsAt('EUR', (each) => each === rate, 'net'))
      expect((computed.get(`${rate}`) ?? 0n) - (byAccount.get(tax) ?? 0n)).toBe(
        partsAt('EUR', (each) => each === rate, 'vat'),
      )
    }
    expect(byAccount.get('1940')).toBe(-sumOf(inCurrency('EUR').filter(({ kind }) => kind === 'payout')))
  })
})

test('the CSV is in the regional format, and its rows add up to the totals of the journal', async () => {
  const british: Context = { ...german, merchant: { ...german.merchant, locale: 'en-GB' } }
  for (const [context, separator] of [
    [swedish, ';'],
    [british, ','],
  ] as const) {
    const bytes = await bytesOf(exportJournal(context, october))
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [head = '', ...lines] = bytes.subarray(3).toString().trim().split('\n')
    const names = head.split(separator)
    const gross = new Map<string, bigint>()
    for (const line of lines) {
      const cells = line.split(separator)
      const cell = (name: string) => cells[names.indexOf(name)] ?? ''
      expect(cents(cell('net')) + cents(cell('vat'))).toBe(cents(cell('gross')))
      if (separator === ';') expect(cell('gross')).toContain(',')
      add(gross, `${cell('currency')} ${cell('kind')}`, cents(cell('gross')))
    }
    const { kinds: sums, rates: sumsByRate } = await sumJournal(context, october)
    expect(Object.fromEntries(gross)).toEqual(
      Object.fromEntries(sums.map(({ currency, kind, amount }) => [`${currency} ${kind}`, amount])),
    )
    for (const { currency, rate, charged, refunded } of sumsByRate) {
      expect(charged.net - refunded.net).toBe(partsAt(currency, (each) => each === rate, 'net'))
      expect(charged.vat - refunded.vat).toBe(partsAt(currency, (each) => each === rate, 'vat'))
    }
  }
})
