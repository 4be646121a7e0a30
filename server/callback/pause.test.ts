import { expect, test } from 'vitest'
import { days } from '../core/clock'
import { Pause } from './pause'

test('a pause that was woken beforehand is left out once', async () => {
  const pause = new Pause()
  pause.wake()
  await pause.for(days(1))
  const begun = performance.now()
  await pause.for(20)
  expect(performance.now() - begun).toBeGreaterThan(15)
})
