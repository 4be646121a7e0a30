import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MutationObserver, onlineManager, QueryClient } from '@tanstack/react-query'
import { createTRPCUntypedClient, httpBatchLink } from '@trpc/client'
import superjson from 'superjson'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { appRouter } from '@/server/trpc/router'
import { atOnce, isOffline, refuseOffline } from './offline'

/** Every mutation of the dashboard. */
const mutations = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
)
  .filter(([, procedure]) => procedure._def.type === 'mutation')
  .map(([path]) => path)

let server: Server
const received: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(request.url ?? '')
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify([{ result: { data: superjson.serialize('done') } }]))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  vi.unstubAllGlobals()
  onlineManager.setOnline(true)
  server.close()
})
beforeEach(() => {
  received.length = 0
  goOnline(true)
})

function goOnline(onLine: boolean) {
  vi.stubGlobal('navigator', { onLine })
  onlineManager.setOnline(onLine)
}

const newClient = () =>
  createTRPCUntypedClient<typeof appRouter>({
    links: [
      refuseOffline,
      httpBatchLink({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        transformer: superjson,
      }),
    ],
  })

/** Runs a mutation the way a button on a page does. */
function press(path: string) {
  const queries = new QueryClient({ defaultOptions: { mutations: atOnce } })
  queries.mount()
  const mutation = new MutationObserver(queries, {
    mutationKey: path.split('.'),
    mutationFn: () => newClient().mutation(path),
  })
  return { queries, outcome: mutation.mutate() }
}

test.each(['order.operate', 'order.operateMany', 'subscription.end', 'subscription.change', 'key.revoke'])(
  'the list of mutations includes %s',
  (path) => expect(mutations).toContain(path),
)

test.each(mutations)('%s fails immediately while offline and is never sent later', async (path) => {
  goOnline(false)
  const { queries, outcome } = press(path)
  const error = await outcome.catch((reason: unknown) => reason)
  expect(isOffline(error)).toBe(true)
  goOnline(true)
  await queries.resumePausedMutations()
  expect(received).toEqual([])
  expect(
    queries
      .getMutationCache()
      .getAll()
      .some(({ state }) => state.isPaused),
  ).toBe(false)
  queries.unmount()
})

test('is sent while online, even if the query client believes it is offline', async () => {
  expect(await press('order.operate').outcome).toBe('done')
  onlineManager.setOnline(false)
  expect(await press('order.operate').outcome).toBe('done')
  expect(received).toHaveLength(2)
})

test('queries are sent while offline', async () => {
  goOnline(false)
  expect(await newClient().query('order.get')).toBe('done')
})
