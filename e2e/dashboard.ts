import type { BrowserContext, Page } from '@playwright/test'
import { demo } from './demo'
import { fillInSignIn, scriptLoaded, signInAs } from './people'
import { expect } from './test'

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
/** The cookies of the session that the tests of this worker share. */
let kept: Cookies = []

/**
 * Opens a page of the dashboard as the owner of the demo merchant. The tests of a worker share a session, because the
 * sign-in form has its own tests and is slow to load for each one.
 */
export async function signIn(page: Page, path = '/dashboard'): Promise<void> {
  if (kept.length === 0) {
    const { email, password } = demo()
    await signInAs(page, email, path, password)
    kept = await page.context().cookies()
    return
  }
  await page.context().addCookies(kept)
  await page.goto(path)
  await expect(page).toHaveURL(/\/dashboard\/\w{8}/)
  await scriptLoaded(page)
}

/** Signs in as the owner of the demo merchant by the form, and waits for the next page. */
export async function signInByForm(page: Page): Promise<void> {
  const { email, password } = demo()
  await page.goto('/signin')
  await fillInSignIn(page, email, password)
  await expect(page).toHaveURL(/\/dashboard\/\w{8}/)
  await scriptLoaded(page)
}

/** The address of a page of the demo merchant. */
export const pageOf = (path = '') => `/dashboard/${demo().merchant}${path}`

/** Points at the Undo button of a message, which would otherwise disappear after a few seconds. */
export const keepUndo = (page: Page): Promise<void> => page.getByRole('button', { name: 'Undo' }).hover()
