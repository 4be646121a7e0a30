import type { Page } from '@playwright/test'
import { bankIn, cards, expectFormPresentable, fieldsIn, typeCard } from './card-form'
import { call, demo } from './demo'
import { phone } from './screens'
import { expect, test } from './test'

const pay = (page: Page) => page.getByRole('button', { name: /^Pay/ })
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you. Your coffee is ordered' })

test.describe('on a phone', () => {
  // Orders that are declined or wait for the bank get 400.
  test.use({ viewport: phone, expectedErrors: [/status of 400.*\/v1\/order/] })

  test('a card is declined, another pays, and the bank’s dialog for a third can be closed, rejected and approved', async ({
    page,
  }) => {
    await page.goto('/demo/checkout')
    await page.getByRole('button', { name: 'One more' }).click()
    await expect(pay(page)).toHaveText('Pay 498.00 kr')
    await typeCard(page, cards.poor)
    await pay(page).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      /There was not enough money on the card/,
    )
    await expectFormPresentable(page)
    await typeCard(page, cards.accepted)
    await pay(page).click()
    await expect(thanks(page)).toBeFocused()
    await expect(page.getByRole('main')).toContainText('498.00 kr is reserved on your Visa ending in 1111')
    await expectFormPresentable(page)
    const link = await page.getByRole('link', { name: 'See the order' }).getAttribute('href')
    const { body } = await call('GET', `/order/${link?.split('/').pop()}`)
    expect(body.status).toEqual({ ordered: 498 })
    expect(link).toBe(`/dashboard/${demo().merchant}/orders/${body.id}`)
    // The form and the page have the same origin here and share its storage, which stays empty.
    const kept = await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])
    expect(kept).toEqual(['', 0, 0])
    await page.getByRole('button', { name: 'Buy again' }).click()
    await expect(fieldsIn(page).getByLabel('Card number')).toHaveValue('')

    await typeCard(page, cards.verified)
    await pay(page).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm with your bank' })
    await expect(bankIn(page).getByRole('heading', { name: 'Verify your payment' })).toBeVisible()
    await expectFormPresentable(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      /was not confirmed with your bank, so nothing was paid/,
    )
    await expect(pay(page)).toBeFocused()

    await pay(page).click()
    await bankIn(page).getByRole('button', { name: 'Reject payment' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      /The verification with your bank failed\. Try again/,
    )

    await pay(page).click()
    await bankIn(page).getByRole('button', { name: 'Approve payment' }).click()
    await expect(thanks(page)).toBeFocused()
    await expect(page.getByRole('main')).toContainText('ending in 3184')
  })
})

test('by keyboard alone', async ({ page }) => {
  await page.goto('/demo/checkout')
  await expect(fieldsIn(page).getByLabel('Card number')).toBeVisible()
  // Only a form that is connected to the page has a height, and passes Enter on.
  await expect(page.locator('kassa-card iframe.form')).toHaveAttribute('style', /height/)
  await page.getByRole('button', { name: 'One more' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(fieldsIn(page).getByLabel('Card number')).toBeFocused()
  // Enter in a field presses the shop's button. The incomplete field shows an error and gets the focus.
  await page.keyboard.press('Enter')
  await expect(fieldsIn(page).getByLabel('Card number')).toHaveAccessibleDescription(
    /card number is not complete/,
  )
  await expect(fieldsIn(page).getByLabel('Card number')).toBeFocused()
  await page.keyboard.type('5555555555554444')
  await expect(fieldsIn(page).getByLabel('Card number')).toHaveValue('5555 5555 5555 4444')
  await page.keyboard.press('Tab')
  await page.keyboard.type('430')
  await page.keyboard.press('Tab')
  await page.keyboard.type('987')
  await page.keyboard.press('Tab')
  await expect(pay(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(thanks(page)).toBeFocused()
  await expect(page.getByRole('main')).toContainText('498.00 kr is reserved on your Mastercard')
})

test.describe('a lost response', () => {
  test.use({ expectedErrors: [/ERR_FAILED|status of 429/] })

  test('is requested again, and exactly what was sent is paid, once; a limit is not called a decline', async ({
    page,
  }) => {
    await page.goto('/demo/checkout')
    await typeCard(page, cards.accepted)
    const content = { type: 'Card', description: 'Too many cards were declined. Try again later.' }
    const json = { status: 429, type: 'too many requests', content }
    await page.route('**/v1/order', (route) => route.fulfill({ status: 429, json }), { times: 1 })
    await pay(page).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(/this payment was not attempted/)
    await expect(fieldsIn(page).getByLabel('Card number')).toBeEnabled()

    const sent: string[] = []
    await page.route('**/v1/order', async (route) => {
      sent.push(`${route.request().headers()['idempotency-key']} ${route.request().postData()}`)
      const response = await route.fetch()
      if (sent.length === 1) await route.abort()
      else await route.fulfill({ response })
    })
    await pay(page).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(/you will be charged only once/)
    // Neither the quantity nor the card can be changed until the outcome is known.
    const more = page.getByRole('button', { name: 'One more' })
    await expect(more).toHaveAttribute('aria-disabled', 'true')
    await more.click({ force: true })
    await expect(pay(page)).toHaveText('Pay 249.00 kr')
    await expect(fieldsIn(page).getByLabel('Card number')).toBeDisabled()
    await pay(page).click()
    await expect(thanks(page)).toBeFocused()
    await expect(page.getByRole('main')).toContainText('249.00 kr is reserved')
    expect(sent).toHaveLength(2)
    expect(sent[1]).toBe(sent[0])
  })
})
