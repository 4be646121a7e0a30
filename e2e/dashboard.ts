import type { Page } from '@playwright/test'
import { demo } from './demo'
import { signInAs } from './people'

/** Opens a page of the dashboard as the owner of the demo merchant. */
export const signIn = (page: Page, path?: string) => signInAs(page, demo().email, path)

/** The address of a page of the demo merchant. */
export const pageOf = (path = '') => `/dashboard/${demo().merchant}${path}`

/** Points at the Undo button of a message, which would otherwise disappear after a few seconds. */
export const keepUndo = (page: Page): Promise<void> => page.getByRole('button', { name: 'Undo' }).hover()
