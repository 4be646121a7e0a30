import { expect, test } from 'vitest'
import { createAccountKey } from '@/server/account/account-key'
import { accountWith } from '@/test/call'
import { testWorld } from '@/test/world'
import { GET } from './[file]/route'

const world = testWorld()

test('an ID that is not a document of the account redirects its customer to the page that says so', async () => {
  const shop = await world.newMerchant()
  const { id } = await accountWith(shop)
  const { key } = await createAccountKey(shop.context, id)
  const leadsTo = async (file: string, cookie: string) => {
    const request = new Request(`http://kassa.test/account/documents/${file}`, { headers: { cookie } })
    return (await GET(request, { params: Promise.resolve({ file }) })).headers.get('location')
  }
  for (const file of ['abcdefghijklmnop.pdf', 'abcdefghijklmnop.exe', 'x'])
    expect(await leadsTo(file, `kassa_account=${key}`)).toBe('/account/gone')
  expect(await leadsTo('abcdefghijklmnop.pdf', '')).toBe('/account/orders')
})
