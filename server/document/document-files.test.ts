// @module-tag slow

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { document as documents, logo, merchant as merchants } from '@/db/schema'
import { accountWith, call, orderOf, post, routed, visa } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { textOfPdf } from '@/test/pdf-text'
import { headOf, pixel, pixelsOf, pngOf } from '@/test/pixel'
import { contextNow, testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import { sha256 } from '../core/crypto'
import { newId } from '../core/id'
import { findLogo, readLogo } from '../merchant/logo'
import type { Document } from '../rest/document-response'
import { exportDocuments } from './export-documents'

const world = testWorld()

const company = {
  legalName: 'Roastery AB',
  address: { street: 'Storgatan 1', zipCode: '111 22', city: 'Stockholm', countryCode: 'SE' },
  organisationNumber: '212000-0142',
  vatNumber: 'SE212000014201',
}
const jane = {
  name: 'Jane Doe',
  address: { street: 'Long Street 1', zipCode: '12345', city: 'Uppsala', countryCode: 'SE' },
  email: 'jane@example.com',
}
const cafe = { ...jane, type: 'organisation', name: 'Jane Doe Café', identityNumber: '556036-0793' }

/** A shop with an invoice, its credit note, and a receipt of somebody without a name. */
async function shopWithDocuments() {
  const shop = await world.newMerchant()
  await world.runtime.db.update(merchants).set({ company }).where(eq(merchants.id, shop.merchant))
  const ordered = async (customer?: object) => {
    const { id } = await accountWith(shop, visa)
    if (customer) await call(shop.privateKey, 'PUT', `/account/${id}/customer`, customer)
    const payment = { type: 'account', account: id }
    const items = [{ name: 'Coffee', quantity: 2, price: 79.2, vat: 12 }]
    const order = { items, currency: 'SEK', payment }
    const { body } = await call<{ id: string }>(shop.privateKey, 'POST', '/order', order)
    await post(shop, body.id, { type: 'charge' })
    return { accountId: id, orderId: body.id }
  }
  const named = await ordered(cafe)
  await post(shop, named.orderId, { type: 'refund', items: [{ name: 'Coffee', quantity: 1 }] })
  const nameless = await ordered()
  await bookAll(await contextNow(world, shop))
  const { body } = await call<Document[]>(shop.privateKey, 'GET', '/document')
  const byKind = (wanted: Document['kind']) => {
    const found = body.find(({ kind }) => kind === wanted)
    if (!found?.number) throw new Error(`no ${wanted}`)
    return { ...found, number: found.number }
  }
  return {
    shop,
    named,
    nameless,
    invoice: byKind('invoice'),
    credit: byKind('credit-note'),
    receipt: byKind('receipt'),
  }
}

const fetched = (key: string, file: string) =>
  routed(
    new Request(`http://kassa.test/v1/document/${file}`, { headers: { authorization: `Bearer ${key}` } }),
  )
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('serves the same file over REST a year and three changes later, and never another merchant’s', async () => {
  const { shop, named, nameless, invoice, credit, receipt } = await shopWithDocuments()
  const first = await fetched(shop.privateKey, `${invoice.id}.pdf`)
  expect(first.headers.get('content-type')).toBe('application/pdf')
  expect(first.headers.get('content-disposition')).toBe(`attachment; filename="${invoice.number}.pdf"`)
  const pdf = await bytesOf(first)
  const [text] = textOfPdf(pdf)
  expect(text).toContain(invoice.number)
  expect(text).toContain('Roastery AB')
  expect(text).toContain('Long Street 1')
  // An invoice is also a Factur-X file.
  expect(pdf.toString('latin1')).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>')
  expect(pdf.toString('latin1')).toContain('(factur-x.xml)')

  const xml = await fetched(shop.privateKey, `${credit.id}.xml`)
  expect(xml.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const credited = await xml.text()
  expect(credited).toContain(`<cbc:ID>${credit.number}</cbc:ID>`)
  expect(credited).toContain(`<cbc:ID>${invoice.number}</cbc:ID>`)
  expect([invoice.xml, receipt.xml]).toEqual([`http://kassa.test/v1/document/${invoice.id}.xml`, undefined])
  const none = await fetched(shop.privateKey, `${receipt.id}.xml`)
  expect(none.status).toBe(409)
  expect(await none.text()).toContain("buyer's name and country")
  const plain = await bytesOf(await fetched(shop.privateKey, `${receipt.id}.pdf`))
  expect(plain.toString('latin1')).not.toContain('factur-x')

  for (const street of ['New Street 1', 'New Street 2', 'New Street 3']) {
    const moved = { ...jane, address: { ...jane.address, street } }
    await call(shop.privateKey, 'PUT', `/account/${named.accountId}/customer`, moved)
    const changed = { company: { ...company, legalName: street }, branding: { name: street }, name: street }
    await world.runtime.db.update(merchants).set(changed).where(eq(merchants.id, shop.merchant))
  }
  world.clock.advance(365 * 86_400_000)
  const later = await bytesOf(await fetched(shop.privateKey, `${invoice.id}.pdf`))
  expect(later.equals(pdf)).toBe(true)

  const other = await world.newMerchant()
  for (const file of [`${invoice.id}.pdf`, `${invoice.id}.xml`]) {
    expect((await fetched(other.privateKey, file)).status).toBe(404)
    expect((await fetched(shop.privateKey, `${file}.pdf`)).status).toBe(404)
  }
  const keyOf = async (account: string) =>
    (await call<{ key: string }>(shop.privateKey, 'POST', `/account/${account}/key`)).body.key
  expect((await fetched(await keyOf(named.accountId), `${invoice.id}.pdf`)).status).toBe(200)
  expect((await fetched(await keyOf(nameless.accountId), `${invoice.id}.pdf`)).status).toBe(404)
})

test('an order keeps its receipt in view, however many credit notes follow', async () => {
  const { shop, named, nameless, invoice, credit, receipt } = await shopWithDocuments()
  const { db } = world.runtime
  const [row] = await db.select().from(documents).where(eq(documents.id, credit.id))
  if (!row) throw new Error('no credit note')
  const waiting = { number: null, issued: null, issuedOn: null }
  const more = Array.from({ length: 1200 }, (_, place) => ({
    ...{ ...row, ...waiting, id: newId(), sequence: 100 + place },
    moved: new Date(row.moved.getTime() + place),
  }))
  await db.insert(documents).values(more)
  const as = await dashboardAs(world.runtime, shop.merchant, 'viewer')
  const { documents: listed, isMore } = await as.document.about({ order: named.orderId })
  expect(listed).toHaveLength(1202)
  expect(isMore).toBe(false)
  expect(listed.at(-1)?.number).toBe(invoice.number)

  const ofAccount = await as.document.about({ account: named.accountId })
  expect(ofAccount.documents).toHaveLength(10)
  expect(ofAccount.isMore).toBe(true)
  expect(await as.document.totals({ account: named.accountId })).toMatchObject({ count: 1202 })
  expect((await as.document.list({ account: nameless.accountId })).documents).toMatchObject([
    { number: receipt.number },
  ])
})

test('the dashboard lists, adds up and finds documents, and exports them as a ZIP', async () => {
  const { shop, named, invoice, credit, receipt } = await shopWithDocuments()
  const as = await dashboardAs(world.runtime, shop.merchant, 'viewer')
  const { documents } = await as.document.list({})
  expect(documents.every(({ order, orderId }) => order?.id === orderId)).toBe(true)
  expect(documents.map(({ number, hasXml }) => [number, hasXml])).toEqual([
    [receipt.number, false],
    [credit.number, true],
    [invoice.number, true],
  ])
  expect((await as.document.get({ id: invoice.id })).noXml).toBeUndefined()
  expect((await as.document.get({ id: receipt.id })).noXml).toMatch(
    /^An electronic invoice needs the buyer's name/,
  )
  expect(await as.document.totals({})).toEqual({
    count: 3,
    isMore: false,
    sums: [{ currency: 'SEK', count: 3, amount: 17741n + 8870n, vat: 1901n + 951n }],
  })
  expect(await as.document.totals({ kind: 'receipt', series: 'credit-note' })).toMatchObject({
    count: 0,
    sums: [],
  })
  const found = async (filters: Parameters<typeof as.document.list>[0]) =>
    (await as.document.list(filters)).documents.map(({ number }) => number)
  expect(await found({ search: 'jane d' })).toEqual([credit.number, invoice.number])
  expect(await found({ search: 'jané dö' })).toEqual([credit.number, invoice.number])
  expect(await found({ search: credit.number })).toEqual([credit.number])
  expect(await found({ search: named.orderId })).toEqual([credit.number, invoice.number])
  expect(await found({ search: '%' })).toEqual([])
  const amount = String(documents[0]?.gross).replace(/(?=\d\d$)/, ',')
  expect(await found({ search: `${amount} kr` })).toContain(receipt.number)
  expect(await found({ search: `${amount} EUR` })).toEqual([])
  expect(await found({ series: 'invoice', sort: 'oldest' })).toEqual([invoice.number, receipt.number])
  expect(await found({ currency: 'EUR' })).toEqual([])
  expect(await found({ kind: 'receipt' })).toEqual([receipt.number])
  expect(await found({ waiting: 'yes' })).toEqual([])
  expect(await found({ end: '2000-01-01' })).toEqual([])
  expect((await as.document.about({ order: named.orderId })).documents).toHaveLength(2)
  const ofAccount = await as.document.about({ account: named.accountId })
  expect([ofAccount.documents.length, ofAccount.isMore]).toEqual([2, false])

  const zip = await bytesOf(new Response(exportDocuments(await contextNow(world, shop), {})))
  const directory = zip.toString('latin1').split('PK\x01\x02').slice(1)
  const names = directory.map((entry) => entry.slice(42).match(/^[\w./-]+\.(?:pdf|xml)/)?.[0])
  expect(names).toEqual([
    `pdf/${invoice.number}.pdf`,
    `xml/${invoice.number}.xml`,
    `pdf/${credit.number}.pdf`,
    `xml/${credit.number}.xml`,
    `pdf/${receipt.number}.pdf`,
  ])
  // PDFs are stored uncompressed.
  expect(zip.includes(await bytesOf(await fetched(shop.privateKey, `${invoice.id}.pdf`)))).toBe(true)
  const other = await world.newMerchant()
  const empty = await bytesOf(new Response(exportDocuments(other.context, {})))
  expect(empty.subarray(0, 4)).toEqual(Buffer.from('PK\x05\x06'))
})

// With pauses that grow, it takes over a minute on any machine.
test('the pauses of an export do not grow with the number of documents', { timeout: 60_000 }, async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  for (let part = 0; part < 30; part++) await post(shop, id, { type: 'charge', items: 1 })
  const context = await contextNow(world, shop)
  await bookAll(context)
  const zip = await bytesOf(new Response(exportDocuments(context, {})))
  expect(zip.toString('latin1').split('PK\x01\x02')).toHaveLength(31)
})

/** An image whose pixels PDFKit cannot read. */
const unknownFilter = () => pngOf(headOf({ colourType: 6 }), pixelsOf(9, 0, 0, 0, 0))

test('an uploaded logo is on documents issued from then on, and stays when it is replaced', async () => {
  const shop = await world.newMerchant()
  const as = await dashboardAs(world.runtime, shop.merchant, 'admin')
  const upload = (content: Buffer) => as.settings.uploadLogo({ content: content.toString('base64') })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"></svg>')
  const huge = pixel()
  for (const at of [16, 20]) huge.writeUInt32BE(100_000, at)
  for (const bad of [svg, huge, unknownFilter(), pixel().subarray(0, 40), Buffer.from('GIF89a')])
    await expect(upload(bad)).rejects.toMatchObject({ code: 'BAD_REQUEST' })

  const address = await upload(pixel())
  const id = address?.split('/').at(-1) ?? ''
  expect(address).toBe(`http://kassa.test/logo/${shop.merchant}/${id}`)
  expect((await findLogo(shop.context, id))?.type).toBe('png')
  const { id: account } = await accountWith(shop, visa)
  const payment = { type: 'account', account }
  const { body: order } = await call<{ id: string }>(shop.privateKey, 'POST', '/order', {
    items: 100,
    currency: 'SEK',
    payment,
  })
  await post(shop, order.id, { type: 'charge' })
  await bookAll(await contextNow(world, shop))
  const [issued] = (await call<Document[]>(shop.privateKey, 'GET', '/document')).body
  const draw = async () => bytesOf(await fetched(shop.privateKey, `${issued?.id}.pdf`))
  const drawn = await draw()
  expect(drawn.toString('latin1')).toContain('/Subtype /Image')
  // Another merchant's logo is not taken, and no address is ever fetched.
  await as.settings.change({ branding: { logo: 'https://logo.example/x.png' } })
  expect((await draw()).equals(drawn)).toBe(true)
})

test('a stored logo that would end the process when it is drawn is left out', async () => {
  const shop = await world.newMerchant()
  const content = unknownFilter()
  const id = sha256(content)
  await world.runtime.db
    .insert(logo)
    .values({ merchantId: shop.merchant, id, type: 'png', content, created: new Date() })
  const address = `http://kassa.test/logo/${shop.merchant}/${id}`
  expect(await findLogo(shop.context, id)).toEqual({ type: 'png', content })
  expect(await readLogo(shop.context, address)).toBeUndefined()
})
