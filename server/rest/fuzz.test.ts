// @module-tag slow

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountWith, orderOf, routed, tokenFor, visa } from '@/test/call'
import { differences } from '@/test/differences'
import { fuzzedInput, fuzzedRequest, type Known } from '@/test/fuzz'
import { dashboard, newMember } from '@/test/members'
import { testWorld } from '@/test/world'
import { DashboardError } from '../trpc/errors'
import { appRouter } from '../trpc/router'

const world = testWorld()

async function shopToFuzz() {
  const shop = await world.newMerchant()
  const account = await accountWith(shop, visa)
  const order = await orderOf(shop, 100)
  const tokens = [await tokenFor(shop), await tokenFor(shop), account.method[0]?.token ?? '']
  const known: Known = { keys: [shop.publicKey, shop.privateKey], ids: [account.id, order.id], tokens }
  return { shop, known }
}

test('no request to the API causes a fault', async () => {
  const { shop, known } = await shopToFuzz()
  await fc.assert(
    fc.asyncProperty(fuzzedRequest(known), async ({ method, path, headers, body }) => {
      const url = `http://kassa.test/v1${path}`
      const request = new Request(url, { method, headers, ...(body !== undefined && { body }) })
      const response = await routed(request)
      expect(response.status, await response.text()).toBeLessThan(500)
    }),
    { numRuns: 1_000 },
  )
  expect(await differences(world.runtime, shop.merchant)).toEqual([])
})

test('no dashboard call causes a fault', async () => {
  const { shop, known } = await shopToFuzz()
  const session = await newMember(world.runtime, shop.merchant, 'support')
  const procedures = Object.keys(appRouter._def.procedures)
  type Calls = Record<string, Record<string, (input: unknown) => Promise<unknown>>>
  const calls = dashboard(world.runtime, session, shop.merchant) as unknown as Calls
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...procedures), fuzzedInput(known), async (path, input) => {
      const [noun = '', verb = ''] = path.split('.')
      const error = await calls[noun]?.[verb]?.(input).then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      if (error instanceof DashboardError) expect(error.details.status, path).toBeLessThan(500)
      else expect(error, path).toBeUndefined()
    }),
    { numRuns: 1_000 },
  )
})
