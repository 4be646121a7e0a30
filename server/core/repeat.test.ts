import { once } from 'node:events'
import { expect, test } from 'vitest'
import { repeated } from './repeat'

const given = { work: 'Counting', pauseAfterFaultMs: 0 }
const hour = 3_600_000

test('being woken ends the pause, or leaves it out if a round is still running, and so does being stopped', async () => {
  const begun = new EventTarget()
  let count = 0
  const work = repeated(async () => {
    count++
    if (count === 2) work.wake()
    begun.dispatchEvent(new Event(`round ${count}`))
    return hour
  }, given)
  expect(count).toBe(1)
  work.wake()
  await once(begun, 'round 3')
  await work.stop()
  expect(count).toBe(3)
})
