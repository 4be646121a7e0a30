import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { encode } from 'next-auth/jwt'
import { generateSync } from 'otplib'
import { user } from '@/db/schema'
import { systemClock } from '@/server/core/clock'
import { keyFor, open } from '@/server/core/crypto'
import { newId } from '@/server/core/id'
import { secretOf } from '@/server/mail/write-mails'
import { createMerchant } from '@/server/merchant/create-merchant'
import { inDatabase, withKassa } from './database'
import { address } from './place'
import { expect } from './test'

export const password = 'correct horse battery'

export const newAddress = () => `${crypto.randomUUID()}@example.com`

/** Creates a test merchant with its owner, for one test. */
export const newShop = (
  name = `Shop ${crypto.randomUUID().slice(0, 4)}`,
  { timeZone = 'Europe/Stockholm' } = {},
) =>
  withKassa(async (db) => {
    const email = newAddress()
    const place = { type: 'test', country: 'SE', timeZone, currency: 'SEK' } as const
    const made = await createMerchant({ db, clock: systemClock }, { name, email, password, ...place })
    return { ...made, name, pageOf: (path = '') => `/dashboard/${made.merchant}${path}` }
  })

/** Creates a user of an unrelated merchant, and returns the e-mail address. */
export const newPerson = async () => (await newShop()).email

/** Fills in the sign-in form and submits it. */
export async function fillInSignIn(page: Page, email: string, given = password): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(given)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Posts to next-auth as its pages do; returns the status. */
export async function postAuth(
  request: APIRequestContext,
  path: string,
  form: Record<string, string> = {},
): Promise<number> {
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  return (await request.post(`/api/auth/${path}`, { form: { csrfToken, json: 'true', ...form } })).status()
}

/** Gives a browser a session of a user, without the sign-in form, which has its own tests and is slow to load. */
export async function addSession(context: BrowserContext, email: string): Promise<void> {
  const value = await withKassa(async (db) => {
    const [found] = await db.select().from(user).where(eq(user.email, email))
    if (!found) throw new Error(`There is no user ${email}`)
    const token = { sub: found.id, began: Date.now(), session: newId() }
    return encode({ token, secret: Buffer.from(keyFor('session')).toString('base64url') })
  })
  await context.addCookies([{ name: 'next-auth.session-token', value, url: address }])
}

/** Opens a page of the dashboard as a user, and waits until React handles it. */
export async function signInAs(page: Page, email: string, path = '/dashboard'): Promise<void> {
  await addSession(page.context(), email)
  await page.goto(path)
  await expect(page).toHaveURL(/\/dashboard\/\w{8}/)
  await scriptLoaded(page)
}

/** Ends the session in the browser. A page that stays open would go to the sign-in page by itself. */
export async function forget(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** Waits until React handles all buttons on a page. */
export async function scriptLoaded(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      'hydrated' in document.documentElement.dataset &&
      [...document.querySelectorAll('main, button')].every((element) =>
        Object.keys(element).some((key) => key.startsWith('__react')),
      ),
  )
}

/** Returns the link to `path` in the newest mail to an address that has a secret link. Reads the database. */
export async function linkMailedTo(email: string, path: string): Promise<string> {
  const newest = async () => {
    const [row] = await inDatabase(
      (sql) => sql<{ merchantId: string; id: string; sealed: string }[]>`
        select merchant_id as "merchantId", id, sealed from mail where "to" = ${email} and sealed is not null
        order by created desc, id desc limit 1`,
    )
    return row
  }
  await expect.poll(newest).toBeDefined()
  const sent = await newest()
  const text = await withKassa(async () => (sent ? open(sent.sealed, secretOf(sent)) : ''))
  const link = text.match(new RegExp(`${path}/[\\w.-]{20,}`))?.[0]
  if (!link) throw new Error(`The newest mail to ${email} has no link to ${path}`)
  return link
}

/** Returns the code that an authenticator app shows `steps` × 30 seconds from now. */
export const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })
