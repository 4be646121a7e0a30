import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { account, mail } from '@/db/schema'
import { createAccountKey } from '@/server/account/account-key'
import { open } from '@/server/core/crypto'
import { confirmEmail, requestEmailChange } from '@/server/customer/email-change'
import { secretOf } from '@/server/mail/write-mails'
import type { Account } from '@/server/model/account'
import { call } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { findEmailVisit } from './email-visit'

const world = testWorld()

let shop: TestMerchant
let id: string

beforeEach(async () => {
  shop = await world.newMerchant()
  const body = { customer: { email: 'jane@example.com' }, method: [] }
  id = (await call<Account>(shop.privateKey, 'POST', '/account', body)).body.id
  await world.runtime.db.update(account).set({ language: 'sv' }).where(eq(account.id, id))
})

/** Returns the key in the mail to a new address. */
async function keyOfMail(): Promise<string> {
  await requestEmailChange(shop.context, { accountId: id, email: 'new@example.com' })
  const [row] = await world.runtime.db
    .select()
    .from(mail)
    .where(and(eq(mail.accountId, id), eq(mail.template, 'email-confirm')))
  return (row?.sealed && open(row.sealed, secretOf(row)).split('/account/email/')[1]) || ''
}

const inEnglish = { 'accept-language': 'en' }
const languageOf = async (key: string, sent: Record<string, string> = {}) =>
  (await findEmailVisit(new Headers({ ...inEnglish, ...sent }), key)).words.language

test('the page of a new address is in the customer’s language, before and after it is confirmed', async () => {
  const key = await keyOfMail()
  expect(await languageOf(key)).toBe('sv')
  await confirmEmail(world.runtime, key)
  expect(await languageOf(key)).toBe('sv')
})

test('the language chosen in the browser comes first', async () => {
  expect(await languageOf(await keyOfMail(), { cookie: 'kassa_language=de' })).toBe('de')
})

test('without a valid key, the page is in the language of the session, or else in the browser’s', async () => {
  const { key } = await createAccountKey(shop.context, id)
  expect(await languageOf('gone', { cookie: `kassa_account=${key}` })).toBe('sv')
  expect(await languageOf('gone')).toBe('en')
})
