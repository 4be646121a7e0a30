import { expect, test } from 'vitest'
import { axisFor } from './axis'

test.each([
  [[0, 37, 98], [0, 25, 50, 75, 100], 0, 100],
  [[3], [0, 1, 2, 3], 0, 3],
  [[0.1, 0.35], [0, 0.1, 0.2, 0.3, 0.4], 0, 0.4],
  [[1234, 98_765], [0, 25_000, 50_000, 75_000, 100_000], 0, 100_000],
  // The part below 0 is only as tall as the values need.
  [[-30, 400], [0, 200, 400], -30, 400],
  [[-250, 400], [-200, 0, 200, 400], -250, 400],
  [[-80, -5], [-80, -60, -40, -20, 0], -80, 0],
  [[0, 0], [0], 0, 1],
  [[], [0], 0, 1],
])('the axis of %j has round ticks', (values, ticks, low, high) => {
  expect(axisFor(values)).toEqual({ ticks, low, high })
})
