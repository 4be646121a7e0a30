import { expect, test } from 'vitest'
import { accountWith, call, tokenFor, visa } from '@/test/call'
import { testWorld } from '@/test/world'
import { exampleRequests } from './example-requests'

const world = testWorld()

test.each(Object.entries(exampleRequests))(
  'the example request for an empty list creates one: %s',
  async (_, example) => {
    const shop = await world.newMerchant()
    const { id } = await accountWith(shop, visa)
    const token = await tokenFor(shop)
    const { path, body } = example('SEK')
    const filled = JSON.parse(JSON.stringify(body).replace('<token>', token))
    const { status, body: created } = await call(
      shop.privateKey,
      'POST',
      path.replace('<account>', id),
      filled,
    )
    expect({ status, created }).toMatchObject({ status: 201 })
  },
)
