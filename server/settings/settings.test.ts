import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntry, merchant as merchants } from '@/db/schema'
import { accountWith, tokenFor, visa } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { testWorld } from '@/test/world'
import { dayOf } from '../model/calendar'
import { usualCardLimits } from '../model/card/limits'
import { createSubscription } from '../subscription/create-subscription'
import { brandingFrom } from './settings'

const world = testWorld()

async function shopWithAdmin(type: 'test' | 'live' = 'test') {
  const shop = await world.newMerchant(type)
  const session = await newMember(world.runtime, shop.merchant, 'admin')
  const entries = () =>
    world.runtime.db.select().from(auditEntry).where(eq(auditEntry.merchantId, shop.merchant))
  return { shop, entries, settings: dashboard(world.runtime, session, shop.merchant).settings }
}

test('settings can be changed, and the audit log shows the old and new values of those that changed', async () => {
  const { shop, entries, settings } = await shopWithAdmin()
  await settings.change({ name: 'New name', currency: 'SEK', branding: { colour: '#a05' } })
  expect(await settings.get()).toMatchObject({ name: 'New name', branding: { colour: '#a05' } })
  expect(await entries()).toMatchObject([
    {
      action: 'settings.change',
      subject: 'merchant',
      subjectId: shop.merchant,
      before: { name: shop.row.name },
      after: { name: 'New name', 'branding.name': 'New name', 'branding.colour': '#a05' },
    },
  ])
  expect(Object.keys(Object((await entries())[0]?.after))).toHaveLength(3)
})

test('company details are changed one by one, VAT numbers are checked, and numbers of documents go forward', async () => {
  const { shop, entries, settings } = await shopWithAdmin()
  await settings.change({
    company: { legalName: 'Roastery AB', address: { city: 'Lund', street: 'Storgatan 1' } },
  })
  await settings.change({ company: { address: { street: null } }, bookkeeping: { defaultVat: 12 } })
  expect(await settings.get()).toMatchObject({
    company: { legalName: 'Roastery AB', address: { city: 'Lund' } },
    bookkeeping: { defaultVat: 12 },
  })
  expect((await settings.get()).company.address).not.toHaveProperty('street')
  expect(
    (await entries()).find(({ after }) => Object.hasOwn(Object(after), 'bookkeeping.defaultVat')),
  ).toMatchObject({
    before: { 'company.address': { city: 'Lund', street: 'Storgatan 1' } },
    after: { 'company.address': { city: 'Lund' }, 'bookkeeping.defaultVat': 12 },
  })
  await expect(settings.change({ company: { vatNumber: 'SE1234' } })).rejects.toMatchObject({
    details: {
      content: { property: 'company.vatNumber', description: expect.stringContaining('SE556012345601') },
    },
  })
  await settings.changeSeries({ series: 'invoice', prefix: 'F-', next: 7 })
  const year = dayOf(new Date(), shop.row.timeZone).slice(0, 4)
  expect((await settings.series()).map(({ example }) => example).sort()).toEqual([
    `C${year}-000001`,
    `F-${year}-000007`,
  ])
  expect((await entries()).find(({ action }) => action === 'settings.changeSeries')).toMatchObject({
    subjectId: shop.merchant,
    before: { series: 'invoice', prefix: '', next: 1 },
    after: { series: 'invoice', prefix: 'F-', next: 7 },
  })
})

test('limits on cards can be changed one by one, and the dashboard shows what they counted', async () => {
  const { shop, entries, settings } = await shopWithAdmin()
  expect((await settings.get()).cardLimits).toEqual(usualCardLimits)
  await settings.change({ cardLimits: { cardsPerSource: 1 }, callbackHosts: ['shop.example'] })
  await settings.change({ cardLimits: { declinesPerSource: 2 } })
  expect(await settings.get()).toMatchObject({
    cardLimits: { ...usualCardLimits, cardsPerSource: 1, declinesPerSource: 2 },
    callbackHosts: ['shop.example'],
  })
  expect((await entries())[0]).toMatchObject({
    before: { 'cardLimits.cardsPerSource': 60, callbackHosts: [] },
    after: { 'cardLimits.cardsPerSource': 1, callbackHosts: ['shop.example'] },
  })
  await tokenFor(shop)
  await expect(tokenFor(shop)).rejects.toThrow('too many requests')
  expect(await settings.cardAttempts()).toEqual({ cards: 1, declined: 0, refused: 1 })
  await settings.change({ cardLimits: { cardsPerSource: null } })
  await tokenFor(shop)
})

test('a host that was removed since the form was opened is not allowed again', async () => {
  const { settings } = await shopWithAdmin()
  const [shop, gone, more] = ['shop.example', 'gone.example', 'more.example']
  const opened = { callbackHosts: [shop, gone] }
  await settings.change(opened)
  await settings.change({ callbackHosts: [shop] })
  await expect(
    settings.change({ callbackHosts: [shop, gone, more], expected: opened }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  // What the form did not change cannot undo anything.
  await settings.change({ name: 'New name', expected: opened })
  const expected = { callbackHosts: (await settings.get()).callbackHosts }
  // The second time, the response to the first one was lost.
  for (let press = 0; press < 2; press++) await settings.change({ callbackHosts: [shop, more], expected })
  expect((await settings.get()).callbackHosts).toEqual([shop, more])
})

test('a preview is the actual mail with the typed branding, without incomplete parts', async () => {
  const { settings } = await shopWithAdmin()
  const typed = { name: 'Åsas Café', logo: 'https://', colour: '#7a1f5', supportEmail: 'help@', website: '' }
  const { subject, html } = await settings.previewMail(typed)
  expect(subject).toContain('Åsas Café')
  expect(html).not.toContain('help@')
  const whole = { ...typed, colour: '#7a1f5c', supportEmail: 'help@cafe.example' }
  const { html: coloured } = await settings.previewMail(whole)
  expect(coloured).toContain('#7a1f5c')
  expect(coloured).toContain('help@cafe.example')
})

test('branding that is being typed keeps its valid parts', () => {
  expect(
    brandingFrom({
      name: 'A',
      logo: 'javascript:alert(1)',
      colour: 'red',
      supportEmail: '',
      website: 'http://a.b',
    }),
  ).toEqual({
    name: 'A',
  })
})

test('the clock of a test merchant moves to the next due date and reports what it did', async () => {
  const { shop, entries, settings } = await shopWithAdmin()
  const { id } = await accountWith(shop, visa)
  await createSubscription(shop.context, {
    accountId: id,
    subscription: {
      items: [{ name: 'Coffee', price: 100, vat: 25 }],
      currency: 'SEK',
      schedule: { frequency: 'weekly' },
    },
  })
  await settings.moveClock({ advance: { days: 1 } })
  const { nextDue = '' } = await settings.clock()
  const moved = await settings.moveClock({ to: nextDue })
  expect(moved).toMatchObject({ complete: true, charged: 1 })
  expect(await entries()).toMatchObject([
    { action: 'settings.moveClock', after: { charged: 1 } },
    { action: 'settings.moveClock', after: { charged: 1 } },
  ])
  expect((await settings.clock()).nextDue).not.toBe(nextDue)
  await expect(settings.moveClock({ to: '2020-01-01' })).rejects.toMatchObject({ details: { status: 400 } })
})

test('a live merchant has no clock to move', async () => {
  const { settings, entries } = await shopWithAdmin('live')
  await expect(settings.clock()).rejects.toMatchObject({ details: { status: 403 } })
  await expect(settings.moveClock({ advance: { days: 1 } })).rejects.toMatchObject({
    details: { status: 403 },
  })
  expect(await entries()).toEqual([])
})

test('a merchant’s own words in a mail are checked, previewed, logged and replaced by Kassa’s again', async () => {
  const { shop, entries, settings } = await shopWithAdmin()
  const name = { template: 'receipt', language: 'sv' } as const
  const preview = (words?: object) => settings.previewTemplate({ ...name, ...(words && { words }) })
  const { defaults, own } = await preview()
  expect([own, defaults?.subject]).toEqual([{}, 'Kvitto från {shop}: {amount}'])
  expect((await preview({ subject: 'Tack, {name}' })).subject).toBe('Tack, Anna Andersson')
  await settings.changeMailWords({ ...name, words: { subject: ' Tack, {name} ', closing: '' } })
  await settings.changeMailWords({ template: 'refund', language: 'de', words: { greeting: 'Hallo {name}' } })
  const changed = await preview()
  expect([changed.subject, changed.own]).toEqual([
    'Tack, Anna Andersson',
    { subject: 'Tack, {name}', closing: '' },
  ])
  expect((await settings.previewTemplate({ template: 'receipt', language: 'en' })).subject).toMatch(
    /^Receipt/,
  )
  const failed = await settings.previewTemplate({ template: 'payment-failed', language: 'de' })
  expect(failed.html).toMatch(/>269,00\sSEK zahlen</)
  for (const words of [{ subject: '{nobody}' }, { subject: ' ' }, { closing: '{day}' }]) {
    await expect(settings.changeMailWords({ ...name, words })).rejects.toThrow(/value|empty/)
  }
  // Two members who have the same form open change different parts.
  await settings.changeMailWords({ ...name, words: { greeting: 'Hej {name}', closing: null } })
  expect((await preview()).own).toEqual({ subject: 'Tack, {name}', greeting: 'Hej {name}' })
  await settings.changeMailWords({ ...name, words: { subject: null, greeting: null } })
  expect((await preview()).own).toEqual({})
  const [row] = await world.runtime.db.select().from(merchants).where(eq(merchants.id, shop.merchant))
  expect(row?.mailWording).toEqual({ receipt: {}, refund: { de: { greeting: 'Hallo {name}' } } })
  const logged = (await entries()).filter(({ action }) => action === 'settings.changeMailWords')
  expect(logged.map(({ after }) => after)).toContainEqual({ ...name, subject: 'Tack, {name}', closing: '' })
})
