import type { Page } from '@playwright/test'
import { address } from './place'
import { isScanned, onEveryScreen } from './screens'
import { expectAccessible, expectNoSidewaysScroll } from './test'

export const cards = {
  accepted: '4111111111111111',
  poor: '4000000000009995',
  verified: '4000002760003184',
}

export const fieldsIn = (page: Page) => page.frameLocator('kassa-card iframe.form')
export const bankIn = (page: Page) => page.frameLocator('kassa-card dialog iframe')

export const formIn = (page: Page) =>
  page.frames().find((frame) => frame.url().startsWith(`${address}/embed/card`))

/**
 * Expects the page and both frames to be presentable. The form is transparent, so it gets the shop's background: axe
 * does not see through it.
 */
export const expectFormPresentable = (page: Page): Promise<void> =>
  onEveryScreen(page, async ({ size }) => {
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await formIn(page)?.evaluate((colour) => document.body.style.setProperty('background', colour), ground)
    await expectNoSidewaysScroll(page)
    if (isScanned(size)) await expectAccessible(page)
  })

export async function typeCard(page: Page, number: string): Promise<void> {
  await fieldsIn(page)
    .getByLabel(/number|nummer/i)
    .fill(number)
  await fieldsIn(page).locator('#expires').fill('1230')
  await fieldsIn(page).locator('#csc').fill('987')
}

/** Fills in the card form of the account page. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date (MM/YY)').fill('1240')
  await page.getByLabel('Security code').fill('987')
}
