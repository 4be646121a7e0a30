import type { BrowserContext, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { encode } from 'next-auth/jwt'
import { user } from '@/db/schema'
import { keyFor } from '@/server/core/crypto'
import { newId } from '@/server/core/id'
import { withKassa } from './database'
import { demo } from './demo'
import { scriptLoaded } from './people'
import { address } from './place'
import { expect } from './test'

/** Opens a page of the dashboard as the owner of the demo merchant. */
export const signIn = (page: Page, path = '/dashboard') => openAs(page, demo().email, path)

/** Opens a page of the dashboard as a user. */
export async function openAs(page: Page, email: string, path: string): Promise<void> {
  await addSession(page.context(), email)
  await page.goto(path)
  await expect(page).toHaveURL(/\/dashboard\/\w{8}/)
  await scriptLoaded(page)
}

/** Adds the session of a user to a browser. The sign-in form has its own tests, and is slow to load for each test. */
export async function addSession(context: BrowserContext, email = demo().email): Promise<void> {
  const value = await withKassa(async (db) => {
    const [found] = await db.select().from(user).where(eq(user.email, email))
    const token = { sub: found?.id ?? '', began: Date.now(), session: newId() }
    return encode({ token, secret: Buffer.from(keyFor('session')).toString('base64url') })
  })
  await context.addCookies([{ name: 'next-auth.session-token', value, url: address }])
}

/** The address of a page of the demo merchant. */
export const pageOf = (path = '') => `/dashboard/${demo().merchant}${path}`

/** Points at the Undo button of a message, which would otherwise disappear after a few seconds. */
export const keepUndo = (page: Page): Promise<void> => page.getByRole('button', { name: 'Undo' }).hover()
