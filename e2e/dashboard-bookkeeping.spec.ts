import { readFile } from 'node:fs/promises'
import { days } from '@/server/core/clock'
import { addDays, dayIn, monthInWords, monthOf } from '@/server/model/calendar'
import { inDatabase } from './database'
import { day } from './days'
import { newShop, signInAs } from './people'
import { phone } from './screens'
import { newShopOrder } from './shop-order'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test'

test('shows a month that agrees with the orders, exports it and closes it', async ({ page }) => {
  const shop = await newShop()
  await newShopOrder(shop.privateKey, {
    items: [{ name: 'Coffee', price: 79.99, vat: 12, quantity: 3 }],
    charge: true,
  })
  const today = day(0)
  const [month, next] = [monthInWords(today), monthInWords(dayIn(monthOf(today) + 1, 1))]
  // So that the month and the next one are over.
  await inDatabase((sql) => sql`update merchant set clock_ahead = ${days(63)} where id = ${shop.merchant}`)
  await expect
    .poll(() => inDatabase((sql) => sql`select from journal_entry where merchant_id = ${shop.merchant}`))
    .toHaveLength(1)
  await signInAs(page, shop.email, shop.pageOf('/bookkeeping'))
  await expect(page.getByText('Nothing was booked in this period')).toBeVisible()
  const before = monthInWords(dayIn(monthOf(addDays(today, 63)) - 1, 1))
  await page.getByRole('link', { name: `See ${before}` }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=/)
  await page.getByRole('combobox', { name: 'Period' }).selectOption(next)
  await expect(page.getByRole('link', { name: `Close ${month} first` })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Close/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: `Close ${month} first` }).click()
  await expect(page.getByRole('row', { name: /Charges, 12 % VAT/ })).toContainText('268,77 kr')
  await expect(page.getByText('The journal and the orders agree')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Payment of Coffee' })).toBeVisible()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv.split('\n')[1]).toContain('SEK;12;239,97;28,80;268,77')
  await page.getByRole('button', { name: `Close ${month}` }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: `Close ${month}` }).click()
  await expect(page.getByText('closed', { exact: true })).toBeVisible()
  await expect(page.getByText('Nothing more is booked in a closed month')).toBeVisible()
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  // The other pages of the books keep the period.
  await page.getByRole('link', { name: 'VAT' }).click()
  await expect(page.getByRole('row', { name: 'No country, 12 % VAT' })).toContainText('28,80 kr')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('another chart of accounts deletes own numbers only after a confirmation that names them', async ({
  page,
}) => {
  const shop = await newShop()
  await signInAs(page, shop.email, shop.pageOf('/bookkeeping/accounts'))
  await page.getByLabel('Bank account').fill('1941')
  const oss = page.getByRole('checkbox', { name: /One-Stop Shop/ })
  await oss.check()
  const elsewhere = await page.context().newPage()
  await elsewhere.goto(shop.pageOf('/bookkeeping/accounts'))
  await elsewhere.getByLabel('Fiscal year begins in').selectOption('7')
  for (const form of [page, elsewhere]) {
    await form.getByRole('button', { name: 'Save accounts' }).click()
    await expect(form.getByText('Accounts saved')).toBeVisible()
  }
  await elsewhere.close()
  const chart = page.getByLabel('Chart of accounts')
  await chart.selectOption('SKR03')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Bank account: 1941')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(chart).toHaveValue('BAS')
  await page.reload()
  await expect(page.getByLabel('Bank account')).toHaveValue('1941')
  await expect(oss).toBeChecked()
  await expect(page.getByLabel('VAT reported through OSS')).toHaveValue('2670')
  await chart.selectOption('SKR03')
  await dialog.getByRole('button', { name: 'Change to SKR03 and delete 1 number' }).click()
  await expect(page.getByText('Chart of accounts saved')).toBeVisible()
  await expect(chart).toHaveValue('SKR03')
  await expect(page.getByLabel('Bank account')).not.toHaveValue('1941')
  await expect(page.getByLabel('VAT reported through OSS')).toHaveValue('1767')
  await expect(oss).toBeChecked()
  await oss.uncheck()
  await page.getByRole('button', { name: 'Save accounts' }).click()
  await expect(page.getByText('Accounts saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(oss).not.toBeChecked()
  await chart.selectOption('SKR04')
  await expect(chart).toHaveValue('SKR04')
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
})
