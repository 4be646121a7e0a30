import type { Page } from '@playwright/test'
import { inDatabase } from './database'
import { holdRequests } from './hold-back'
import { newShop, signInAs } from './people'
import { expectPresentable, look, phone } from './screens'
import { expect, expectAccessible, test } from './test'

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('every page of the settings', async ({ page }, info) => {
    const shop = await newShop()
    await signInAs(page, shop.email, shop.pageOf('/settings'))
    await expect(page).toHaveURL(shop.pageOf('/settings/merchant'))
    const settings = page.getByRole('navigation', { name: 'Settings' })
    const open = async (title: string) => {
      await settings.getByRole('link', { name: title }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    }
    await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Stockholm')
    await expectPresentable(page)
    await look(page, info, 'merchant')
    await page.getByLabel('Retry days').fill('2, 4')
    await page.getByLabel('Name', { exact: true }).fill('Åsas Café')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Settings saved' })).toBeVisible()

    await open('Branding')
    await page.getByLabel('Name', { exact: true }).fill('Åsas Café & Bageri')
    await page.getByLabel('Colour', { exact: true }).fill('#7a1f5c')
    await page.getByLabel('Support e-mail').fill('help@example.com')
    const mail = page.frameLocator('iframe[title="Preview of a mail"]')
    await expect(mail.getByText('Åsas Café & Bageri', { exact: true })).toBeVisible()
    await expect(mail.getByRole('link', { name: 'help@example.com' })).toBeVisible()
    await expect(page.getByText('Receipt from Åsas Café & Bageri')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.locator('iframe').scrollIntoViewIfNeeded()
    await look(page, info, 'branding')
    // Axe cannot check a frame that runs no scripts; the mails have their own test.
    await page.locator('iframe').evaluate((frame) => frame.remove())
    await expectPresentable(page)
    await page.getByRole('button', { name: 'Save branding' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Branding saved' })).toBeVisible()

    await open('Company')
    await expect(page.getByLabel('Country')).toHaveValue('SE')
    await expect(page.getByRole('status').filter({ hasText: 'Missing: legal name' })).toBeVisible()
    await expectPresentable(page)

    await open('Card service')
    await expect(page.getByText('4000 0000 0000 0341')).toBeVisible()
    await expectPresentable(page)
    await look(page, info, 'card-service')

    await open('Clock')
    await page.getByRole('button', { name: /^7 days, to / }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Move clock to / })
      .click()
    await expect(page.getByText('Nothing was due in this period.')).toBeVisible()
    await expectPresentable(page)
    await look(page, info, 'clock')

    await open('Audit log')
    const entries = page.getByRole('list', { name: 'Entries' })
    await expect(entries.getByRole('listitem')).toHaveCount(3)
    await expect(entries).toContainText('Branding, colour')
    await expect(entries).toContainText('#7a1f5c')
    await expectPresentable(page)
    await look(page, info, 'audit')
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Type').selectOption('team')
    await page.getByRole('button', { name: 'Show results' }).click()
    await expect(page.getByText('No matching activity')).toBeVisible()
    await expectPresentable(page)
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await expect(entries.getByRole('listitem')).toHaveCount(3)
  })
})

test.describe(() => {
  test.use({ expectedErrors: [/status of 400/] })

  test('errors appear at their fields, and saving keeps a time zone with another name in browsers and what another tab saved', async ({
    page,
    context,
  }, info) => {
    const shop = await newShop(undefined, { timeZone: 'Asia/Kolkata' })
    await signInAs(page, shop.email, shop.pageOf('/settings/merchant'))
    const save = (tab: Page) => tab.getByRole('button', { name: 'Save settings' }).click()
    const saved = (tab: Page) => tab.getByRole('status').filter({ hasText: 'Settings saved' })
    await page.getByLabel('Retry days').fill('3, 1')
    await save(page)
    await expect(page.getByText('must grow')).toBeVisible()
    await expect(page.getByLabel('Retry days')).toBeFocused()
    await expectAccessible(page)
    await look(page, info, 'refused')
    await page.getByLabel('Retry days').fill('2, 4')
    await save(page)
    await expect(saved(page)).toBeVisible()

    const other = await context.newPage()
    await other.goto(shop.pageOf('/settings/merchant'))
    await expect(other.getByLabel('Retry days')).toHaveValue('2, 4')
    await expect(other.getByLabel('Time zone')).toHaveValue('Asia/Kolkata')
    await page.getByLabel('Time zone').selectOption('America/New_York')
    await save(page)
    await expect(page.getByLabel('Time zone')).toHaveValue('America/New_York')
    await expect
      .poll(() => inDatabase((sql) => sql`select time_zone from merchant where id = ${shop.merchant}`))
      .toEqual([{ time_zone: 'America/New_York' }])
    await other.getByLabel('Retry days').fill('3, 5')
    await save(other)
    await expect(saved(other)).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Retry days')).toHaveValue('3, 5')
    await expect(page.getByLabel('Time zone')).toHaveValue('America/New_York')

    const settings = page.getByRole('navigation', { name: 'Settings' })
    await settings.getByRole('link', { name: 'Branding' }).click()
    await page.getByLabel('Support e-mail').fill('nobody')
    await page.getByRole('button', { name: 'Save branding' }).click()
    await expect(page.getByText('must be an e-mail address')).toBeVisible()

    await settings.getByRole('link', { name: 'Company' }).click()
    await page.getByLabel('VAT number').first().fill('SE12')
    await page.getByRole('button', { name: 'Save company' }).click()
    await expect(page.getByText('This is not a VAT number of SE')).toBeInViewport()
    await page.getByLabel('VAT number').first().fill('')
    const rates = page.getByLabel('Exchange rates to SEK')
    await rates.fill('EUR')
    await page.getByRole('button', { name: 'Save company' }).click()
    await expect(page.getByText('Must have currencies with their exchange rates')).toBeInViewport()
    await rates.fill('eur 11,2345')
    await page.getByRole('button', { name: 'Save company' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Company saved' })).toBeVisible()
    await page.reload()
    await expect(rates).toHaveValue('EUR 11.2345')
  })
})

test.describe('numbers', () => {
  test.use({ expectedErrors: [/settings\.changeSeries/] })

  test('the prefix of documents can be changed while documents are issued', async ({ page }) => {
    const shop = await newShop()
    await signInAs(page, shop.email, shop.pageOf('/settings/company'))
    const form = page.getByRole('form', { name: 'Receipts and invoices' })
    await expect(form.getByLabel('Next number')).toHaveValue('1')
    await inDatabase((sql) => sql`update number_series set next = 289 where merchant_id = ${shop.merchant}`)
    await form.getByLabel('Prefix').fill('F-')
    const release = await holdRequests(page, /settings\.changeSeries/)
    await form.getByRole('button', { name: 'Save numbering' }).click()
    // What is typed while something else is being saved stays.
    const yearly = form.getByRole('checkbox', { name: 'Restart at 1 each year' })
    await yearly.uncheck()
    release()
    await expect(page.getByRole('status').filter({ hasText: 'Numbering saved' })).toBeVisible()
    await expect(form.getByLabel('Next number')).toHaveValue('289')
    await expect(yearly).not.toBeChecked()
    await yearly.check()
    await expect(form.getByRole('heading')).toContainText(/F-\d{4}-000289/)
    await inDatabase((sql) => sql`update number_series set next = 290 where merchant_id = ${shop.merchant}`)
    await form.getByLabel('Next number').fill('100')
    const releaseAgain = await holdRequests(page, /settings\.changeSeries/)
    await form.getByRole('button', { name: 'Save numbering' }).click()
    await yearly.uncheck()
    releaseAgain()
    await expect(form).toContainText('at least 290')
    await expect(form.getByRole('heading')).toContainText(/F-\d{4}-000290/)
    await expect(form.getByLabel('Prefix')).toHaveValue('F-')
  })
})
