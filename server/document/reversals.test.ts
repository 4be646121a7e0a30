import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { document, merchant } from '@/db/schema'
import { call, orderOf, post } from '@/test/call'
import { textOfPdf } from '@/test/pdf-text'
import { type Sample, sampleDocument } from '@/test/sample-documents'
import { contextNow, testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import type { BookkeepingSettings } from '../model/company'
import type { Document } from '../rest/document-response'
import { drawDocument } from './draw-document'
import { obstacleTo } from './einvoice'
import { writeEinvoice } from './write-einvoice'

const world = testWorld()

const creditNote = { id: 'd', number: 'C2026-000007', issued: '2026-11-20' }
const lines = [{ price: '100', rate: 25 }]

test('the credit note of a charge that failed says so, even if it waited for company details', async () => {
  const { db } = world.runtime
  const shop = await world.newMerchant()
  const booked = async () => {
    await bookAll(await contextNow(world, shop))
    return db
      .select()
      .from(document)
      .where(eq(document.merchantId, shop.merchant))
      .orderBy(asc(document.sequence))
  }
  const become = (type: 'live' | 'test') =>
    db.update(merchant).set({ type, company: {} }).where(eq(merchant.id, shop.merchant))
  const { id } = await orderOf(shop, 150)
  await post(shop, id, { type: 'charge' })
  await db.execute(sql`insert into order_event (merchant_id, order_id, sequence, type, date, amount, currency, reference, original)
    select merchant_id, order_id, 3, 'fail', now(), amount, currency, reference, 'charge' from order_event
    where order_id = ${id} and type = 'charge'`)
  await become('live')
  expect((await booked()).map(({ number }) => number)).toEqual([null, null])
  await become('test')
  const [receipt, credit] = await booked()
  expect(receipt?.content).not.toHaveProperty('reverses')
  expect(credit?.kind).toBe('credit-note')
  expect(credit?.content).toMatchObject({ reverses: 'charge', corrects: [{ number: receipt?.number }] })
  expect(credit?.content).not.toHaveProperty('creditNote')

  const listed = await call<Document[]>(shop.privateKey, 'GET', `/document?order=${id}`)
  expect(listed.body.map(({ kind, reverses }) => [kind, reverses])).toEqual([
    ['credit-note', 'charge'],
    ['receipt', undefined],
  ])
})

test('the document of a refund that failed says why it has no VAT as the credit note does, whatever has changed since', async () => {
  const { db } = world.runtime
  const shop = await world.newMerchant()
  const choose = (bookkeeping: BookkeepingSettings) =>
    db.update(merchant).set({ bookkeeping }).where(eq(merchant.id, shop.merchant))
  const booked = async () => {
    await bookAll(await contextNow(world, shop))
    const documents = await db.select().from(document).where(eq(document.merchantId, shop.merchant))
    return documents
      .toSorted((one, other) => one.sequence - other.sequence)
      .map(({ kind, content }) => [kind, content.totals[0]?.category, content.totals[0]?.exemption])
  }
  await choose({ zeroVat: { category: 'G', reason: 'Export' } })
  const { id } = await orderOf(shop, [{ name: 'Beans', price: 100, vat: 0 }])
  for (const type of ['charge', 'refund']) await post(shop, id, { type })
  await booked()
  await choose({ zeroVat: { category: 'O' } })
  await db.execute(sql`insert into order_event (merchant_id, order_id, sequence, type, date, amount, currency, reference, original)
    select merchant_id, order_id, 4, 'fail', now(), amount, currency, reference, 'refund' from order_event
    where order_id = ${id} and type = 'refund'`)
  expect(await booked()).toEqual([
    ['receipt', 'G', 'Export'],
    ['credit-note', 'G', 'Export'],
    ['receipt', 'G', 'Export'],
  ])
})

const languages = [
  {
    language: 'en',
    locale: 'en-SE',
    moved: /Paid|Refunded/,
    named: 'Failed refund for order T-1001',
    charge: 'The payment of this amount did not go through.',
    refund:
      'The refund under credit note C2026-000007 dated 20 November 2026 did not go through. The amount remains paid.',
    unknown: 'The refund of this amount did not go through. The amount remains paid.',
  },
  {
    language: 'sv',
    locale: 'sv-SE',
    moved: /Betalt|Återbetalt|Återbetalningsdatum/,
    named: 'Misslyckad återbetalning av order T-1001',
    charge: 'Betalningen av detta belopp gick inte igenom.',
    refund:
      'Återbetalningen enligt kreditfaktura C2026-000007 av den 20 november 2026 gick inte igenom. Beloppet är fortfarande betalt.',
    unknown: 'Återbetalningen av detta belopp gick inte igenom. Beloppet är fortfarande betalt.',
  },
  {
    language: 'de',
    locale: 'de-DE',
    moved: /Bezahlt|Erstattet/,
    named: 'Fehlgeschlagene Erstattung zur Bestellung T-1001',
    charge: 'Die Zahlung dieses Betrags ist fehlgeschlagen.',
    refund:
      'Die Erstattung laut Rechnungskorrektur C2026-000007 vom 20. November 2026 ist fehlgeschlagen. Der Betrag bleibt bezahlt.',
    unknown: 'Die Erstattung dieses Betrags ist fehlgeschlagen. Der Betrag bleibt bezahlt.',
  },
] as const

test.each(languages)(
  'documents state no payment or refund that did not go through ($language)',
  async (expected) => {
    const { language, locale, moved, named } = expected
    const textOf = async (kind: NonNullable<Sample['kind']>, content: Sample['content']) => {
      const sample = sampleDocument({ kind, lines, content: { language, locale, ...content } })
      return (await textOfPdf(await drawDocument(sample, {}))).join(' ').replaceAll(/\s+/g, ' ')
    }
    const credit = await textOf('credit-note', { reverses: 'charge' })
    expect(credit).toContain(expected.charge)
    expect(credit).not.toMatch(moved)
    const receipt = await textOf('receipt', { reverses: 'refund', creditNote })
    expect(receipt).toContain(expected.refund)
    expect(receipt).toContain(named)
    expect(receipt).not.toMatch(moved)
    expect(await textOf('receipt', { reverses: 'refund' })).toContain(expected.unknown)
  },
)

test('an e-invoice that reverses what failed says so in its only note, because a prepaid amount reads as paid', async () => {
  const buyer = {
    name: 'Nordljus Kaffe AB',
    address: { city: 'Stockholm', countryCode: 'SE' },
    organisationNumber: '556036-0793',
    isBusiness: true,
  }
  const corrects = ['2026-000007', '2026-000009'].map((number) => ({
    ...{ id: number, number, issued: '2026-11-20' },
  }))
  const invoice = sampleDocument({ lines, content: { buyer, reverses: 'refund', creditNote } })
  const credit = sampleDocument({ kind: 'credit-note', content: { buyer, reverses: 'charge', corrects } })
  for (const [reversal, note] of [
    [invoice, 'The refund under credit note C2026-000007 dated 20 November 2026 did not go through.'],
    [credit, 'The payment of this amount did not go through.'],
  ] as const) {
    expect(obstacleTo(reversal, 'peppol')).toBeUndefined()
    const peppol = await writeEinvoice(reversal, 'peppol')
    expect(peppol).toContain(`<cbc:Note>${note}`)
    // PEPPOL-EN16931-R002
    expect(peppol.match(/<cbc:Note>/g)).toHaveLength(1)
    expect(await writeEinvoice(reversal, 'factur-x')).toContain(`<ram:Content>${note}`)
  }
  expect(await writeEinvoice(invoice, 'peppol')).toContain('<cbc:Name>Failed refund for order T-1001<')
  expect(await writeEinvoice(credit, 'factur-x')).toContain('<ram:Content>2026-000007, 2026-000009<')
})
