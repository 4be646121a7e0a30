import { beforeEach, describe, expect, test } from 'vitest'
import { createAccountKey } from '@/server/account/account-key'
import { waitingEmail } from '@/server/customer/email-change'
import type { Account } from '@/server/model/account'
import { readAccount } from '@/server/store/accounts'
import { postForm } from '@/test/account-form'
import { call } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { draftIn } from '../../_parts/customer/information-draft'
import { POST as check } from './check-information/route'
import { POST as information } from './information/route'
import { POST as language } from './language/route'
import { POST as withdrawEmail } from './withdraw-email/route'

const world = testWorld()

let shop: TestMerchant
let jane: { id: string; key: string }

beforeEach(async () => {
  shop = await world.newMerchant()
  const body = { customer: { email: 'jane@example.com' }, method: [] }
  const { id } = (await call<Account>(shop.privateKey, 'POST', '/account', body)).body
  jane = { id, key: (await createAccountKey(shop.context, id)).key }
})

describe('information', () => {
  test('saves the information and leaves the new address unconfirmed', async () => {
    const fields = {
      ...{
        type: 'organisation',
        name: ' Café ',
        identityNumber: '556036-0793',
        street: 'Storgatan 1',
        zipCode: '111 22',
        city: 'M',
      },
      ...{ countryCode: 'SE', email: 'new@example.com', phone: '+46' },
    }
    const response = await postForm(information, jane.key, fields)
    expect(response.headers.get('location')).toBe('/account/information?note=savedMail')
    expect((await readAccount(shop.context, jane.id)).customer).toEqual({
      ...{
        type: 'organisation',
        name: 'Café',
        identityNumber: '556036-0793',
        phone: '+46',
        email: 'jane@example.com',
      },
      address: { street: 'Storgatan 1', zipCode: '111 22', city: 'M', countryCode: 'SE' },
    })
  })

  test.each([
    [{ email: 'jane@' }, 'email', 'Enter a valid e-mail address, such as jane@example.com.'],
    [{ email: '' }, 'email', 'Enter an e-mail address. We send the link to your account to it.'],
    [{ countryCode: 'XX' }, 'countrycode', 'Choose a country from the list.'],
    [{ name: 'x'.repeat(501) }, 'name', 'This is too long. Use at most 500 characters.'],
    [{ type: 'x' }, 'type', 'Choose one of the options.'],
    [
      { countryCode: 'SE', zipCode: '1112' },
      'zipcode',
      'This postal code is not valid in the chosen country. Write it like 123 45.',
    ],
    [
      { countryCode: 'FI', identityNumber: '131052-308U' },
      'identitynumber',
      'This number is not valid in the chosen country. A personal identity number looks like 131052-308T, an organisation number like 2077474-0.',
    ],
    [
      { countryCode: 'DE', vatNumber: 'DE 1234' },
      'vatnumber',
      'This is not a valid VAT number. Write it with its country code, such as DE123456789.',
    ],
  ])('rejects %j and saves nothing', async (wrong, field, words) => {
    const fields = { email: 'jane@example.com', phone: '1', ...wrong }
    const checked = await postForm(check, jane.key, fields)
    expect(await checked.json()).toEqual({ [field]: words })
    const response = await postForm(information, jane.key, fields)
    expect(response.headers.get('location')).toBe('/account/information?problem=info.notSaved')
    expect((await readAccount(shop.context, jane.id)).customer).toEqual({ email: 'jane@example.com' })
  })
})

test('accepts what the merchant has stored, but no new number that breaks the rules', async () => {
  const address = { zipCode: '1', countryCode: 'SE' }
  const customer = { email: 'jane@example.com', identityNumber: '5', address }
  await call(shop.privateKey, 'PUT', `/account/${jane.id}/customer`, customer)
  const fields = {
    email: 'jane@example.com',
    identityNumber: '5',
    zipCode: '1',
    countryCode: 'SE',
    phone: '2',
  }
  const saved = await postForm(information, jane.key, fields)
  expect(saved.headers.get('location')).toBe('/account/information?note=saved')
  const refused = await postForm(check, jane.key, { ...fields, identityNumber: '6' })
  expect(Object.keys(await refused.json())).toEqual(['identitynumber'])
})

const stored = { email: 'jane@example.com', name: 'Jane Doe', phone: '1', address: { city: 'Lund' } }

/** Posts the form as a page has it that was opened when `before` was stored. */
function submit(fields: Record<string, string>) {
  const { address, ...customer } = stored
  const values = { ...customer, ...address, street: '' }
  const beginnings = Object.entries(values).map(([name, value]) => [`before-${name}`, value])
  return postForm(information, jane.key, { ...values, ...Object.fromEntries(beginnings), ...fields })
}

describe('a form that was opened earlier', () => {
  const saved = async () => (await readAccount(shop.context, jane.id)).customer
  beforeEach(() => call(shop.privateKey, 'PUT', `/account/${jane.id}/customer`, stored))

  test('keeps what another tab has saved since, and what the merchant has', async () => {
    await submit({ phone: '2' })
    await submit({ city: 'Malmö', street: 'Storgatan 1' })
    const changed = { ...stored, phone: '2', address: { city: 'Malmö', street: 'Storgatan 1' } }
    expect(await saved()).toEqual(changed)
    await call(shop.privateKey, 'PUT', `/account/${jane.id}/customer`, { ...changed, name: 'Jane Roe' })
    await submit({ phone: '3' })
    expect(await saved()).toEqual({ ...changed, name: 'Jane Roe', phone: '3' })
  })

  test('keeps the changes of two forms that are saved at the same moment', async () => {
    await Promise.all([submit({ phone: '2' }), submit({ name: 'Jane Roe' }), submit({ city: 'Malmö' })])
    expect(await saved()).toEqual({ ...stored, phone: '2', name: 'Jane Roe', address: { city: 'Malmö' } })
  })

  test('does not request the old address again', async () => {
    await call(shop.privateKey, 'PUT', `/account/${jane.id}/customer`, {
      ...stored,
      email: 'roe@example.com',
    })
    const response = await submit({ phone: '2' })
    expect(response.headers.get('location')).toBe('/account/information?note=saved')
    expect(await waitingEmail(shop.context, jane.id)).toBeUndefined()
    expect(await saved()).toEqual({ ...stored, email: 'roe@example.com', phone: '2' })
  })

  test('clears what was emptied, and remembers only changes if it cannot be saved', async () => {
    await submit({ phone: '' })
    expect(await saved()).toEqual({ email: stored.email, name: stored.name, address: stored.address })
    const refused = await submit({ name: '', email: 'jane@' })
    const cookie = refused.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(draftIn(new Headers({ cookie }), jane.id)).toEqual({ name: '', email: 'jane@' })
  })

  test('says so if it cannot be saved, and is too long for a cookie', async () => {
    const filled = { name: '茶'.repeat(500), street: '路'.repeat(500), email: 'jane@' }
    const refused = await submit(filled)
    expect(refused.headers.get('location')).toBe('/account/information?note=tooLong')
    expect(refused.headers.get('set-cookie')).toMatch(/^kassa_draft=;/)
    // After the next login, the page says that nothing was saved.
    const ended = await postForm(information, '', { account: jane.id, ...filled })
    const cookie = ended.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(draftIn(new Headers({ cookie }), jane.id)).toEqual({})
  })
})

test('keeps a new address pending when other fields are saved', async () => {
  await postForm(information, jane.key, { email: 'new@example.com', phone: '1' })
  const response = await postForm(information, jane.key, { email: 'jane@example.com', phone: '2' })
  expect(response.headers.get('location')).toBe('/account/information?note=saved')
  expect(await waitingEmail(shop.context, jane.id)).toBe('new@example.com')
  await postForm(withdrawEmail, jane.key)
  expect(await waitingEmail(shop.context, jane.id)).toBeUndefined()
})

test('keeps what was filled in after the session has ended, for this account only', async () => {
  const filled = { name: 'Jane Roe', city: 'Malmö', email: 'jane@example.com' }
  const response = await postForm(information, '', { account: jane.id, ...filled })
  expect(response.headers.get('location')).toBe('/account/information')
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(cookie).not.toContain('Jane')
  expect(draftIn(new Headers({ cookie }), jane.id)).toEqual(filled)
  expect(draftIn(new Headers({ cookie }), 'AbcdefghAbcdefgh')).toBeUndefined()
  expect((await readAccount(shop.context, jane.id)).customer).toEqual({ email: 'jane@example.com' })
})

test('saves the language and redirects only to pages of this site', async () => {
  const response = await postForm(language, '', { language: 'sv', to: '/account/orders' })
  expect(response.headers.get('location')).toBe('/account/orders')
  expect(response.headers.get('set-cookie')).toMatch(/^kassa_language=sv; Path=\/; HttpOnly; SameSite=Lax;/)
  for (const to of ['//evil.test', 'https://evil.test', '/account/../dashboard']) {
    const other = await postForm(language, '', { language: 'xx', to })
    expect([other.headers.get('location'), other.headers.get('set-cookie')]).toEqual(['/account', null])
  }
})
