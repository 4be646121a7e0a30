import { afterEach, expect, test, vi } from 'vitest'
import { receiver } from '@/test/receiver'
import { testWorld } from '@/test/world'
import { seal } from '../core/crypto'
import { signingUse } from '../merchant/signing-secrets'
import { attempt, attemptMs } from './attempt'
import { resolveHost } from './resolve'

testWorld()
const reach = { networks: ['127.0.0.0/8'], resolve: resolveHost }
afterEach(() => void vi.useRealTimers())

test.each([
  ['no response arrives', 0],
  ['a response does not end', 200],
])('an attempt ends after ten seconds when %s', async (_, status) => {
  let came: (value?: unknown) => void = () => undefined
  const arrival = new Promise((resolve) => {
    came = resolve
  })
  const there = await receiver((response) => {
    if (status > 0) response.writeHead(status).write('…')
    came()
  })
  // The network uses real time; the attempt uses fake timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const delivery = { merchantId: 'm', id: 'x', url: there.url, payload: '{}', claim: '', age: 0, attempts: 0 }
  const trying = attempt(delivery, [seal('whsec_AAAA', signingUse('m'))], reach, new AbortController().signal)
  await arrival
  vi.advanceTimersByTime(attemptMs)
  expect(await trying).toMatchObject({ error: 'There was no complete response within 10 seconds.' })
})
