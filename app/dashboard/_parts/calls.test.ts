import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import type { DashboardErrorDetails } from '@/server/trpc/errors'
import { newQueryClient } from './calls'

/** An error that the server returned, as the dashboard gets it. */
const errorOf = (details: DashboardErrorDetails) =>
  new TRPCClientError('', { result: { error: { message: '', code: -32000, data: { details } } } })

const signedOut = errorOf({
  ...{ status: 401, type: 'not authorized', code: 'session.ended', outcome: 'nothing done' },
  content: { type: 'Session', description: 'You are signed out. Sign in again.' },
})
const noResponse = new TRPCClientError('Failed to fetch')

/** Returns a query client and what it says, each time that the session has ended, about whether nothing was done. */
function newSession() {
  const said: boolean[] = []
  const client = newQueryClient((isNothingDone) => said.push(isNothingDone))
  return { client, said }
}

/** Runs a mutation that fails. */
const act = (client: QueryClient, error: unknown) =>
  new MutationObserver(client, { mutationFn: () => Promise.reject(error) }).mutate().catch(() => undefined)

const read = (client: QueryClient) =>
  client.fetchQuery({ queryKey: ['order'], queryFn: () => Promise.reject(signedOut) }).catch(() => undefined)

test('a refused action did nothing if the session has ended', async () => {
  const { client, said } = newSession()
  await act(client, signedOut)
  expect(said).toEqual([true])
})

test('an action without a response may have been done, although reading is then refused', async () => {
  const { client, said } = newSession()
  await act(client, noResponse)
  expect(said).toEqual([])
  await read(client)
  expect(said).toEqual([false])
})

test('an action may have been done before its repetition was refused', async () => {
  const { client, said } = newSession()
  await act(client, noResponse)
  await act(client, signedOut)
  expect(said).toEqual([false])
})
