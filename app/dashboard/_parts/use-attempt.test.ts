import { TRPCClientError } from '@trpc/client'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useAttempt } from './use-attempt'

/** Returns what `useAttempt` returns within a component. */
function attempts(): ReturnType<typeof useAttempt> {
  let used: ReturnType<typeof useAttempt> | undefined
  renderToString(
    createElement(() => {
      used = useAttempt()
      return null
    }),
  )
  if (!used) throw new Error('The component was not rendered.')
  return used
}

/** An error of the server, after which nothing was done. */
const refusal = (code: string) =>
  new TRPCClientError('', {
    result: {
      error: {
        ...{ message: '', code: -32000 },
        data: { details: { status: 400, type: '', content: {}, code, outcome: 'nothing done' } },
      },
    },
  })

test('a refusal ends an attempt', () => {
  const { attempt, again } = attempts()
  const first = attempt()
  again(refusal('card.declined'))
  expect(attempt()).not.toBe(first)
})

test.each([
  ['a lost response', new TRPCClientError('Failed to fetch')],
  ['a session that ended after it', refusal('session.ended')],
])('an attempt continues after %s', (_case, error) => {
  const { attempt, again } = attempts()
  const first = attempt()
  again(error)
  expect(attempt()).toBe(first)
})

test('another request is another attempt', () => {
  const { attempt } = attempts()
  const first = attempt('40')
  expect(attempt('50')).not.toBe(first)
})
