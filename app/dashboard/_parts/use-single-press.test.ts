import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSinglePress } from './use-single-press'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

test('a double click is one press, and a later click is another one', () => {
  const act = vi.fn()
  const presses: (() => void)[] = []
  renderToString(
    createElement(() => {
      presses.push(useSinglePress(act))
      return null
    }),
  )
  const [press] = presses
  press?.()
  vi.advanceTimersByTime(170)
  press?.()
  expect(act).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  press?.()
  expect(act).toHaveBeenCalledTimes(2)
})
