import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import type { DashboardErrorDetails } from '@/server/trpc/errors'
import { newQueryClient, undecidedInWords } from './calls'
import { OfflineError } from './offline'

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

test('says that an action without a response may have been done, and whether sending it again is safe', () => {
  expect(undecidedInWords({ error: noResponse, variables: { id: 'A', attempt: 'B' } })).toBe(
    'No response arrived, so it may have gone through. Press the button again without changing anything to see the outcome. Nothing will be done twice.',
  )
  expect(undecidedInWords({ error: noResponse, variables: { id: 'A' } })).toBe(
    'No response arrived, so it may have gone through. Check before you try again.',
  )
})

test('says that an action whose outcome the server does not know may have been done', () => {
  const busy = errorOf({
    ...{ status: 503, type: 'service unavailable', outcome: 'unknown' },
    content: { type: 'Service', description: 'The database is busy.' },
  })
  expect(undecidedInWords({ error: busy, variables: { attempt: 'B' } })).toBe(
    'The database is busy. It may still have gone through. Press the button again without changing anything to see the outcome. Nothing will be done twice.',
  )
})

test.each([
  ['there is no error', null],
  ['an action was refused', signedOut],
  ['nothing was sent', new OfflineError()],
])('says nothing about the outcome if %s', (_case, error) => {
  expect(undecidedInWords({ error, variables: { attempt: 'B' } })).toBeUndefined()
})
