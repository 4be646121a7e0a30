import { expect, test } from 'vitest'
import { targetOf } from './target'

test('a path that is encoded a few times is decoded, and one with endless layers leads nowhere', () => {
  const encoded = (text: string, times: number): string =>
    times === 0 ? text : encoded(encodeURIComponent(text), times - 1)
  for (const times of [1, 2, 5]) {
    expect(targetOf(`/${encoded('ä/v1', times)}`)).toMatchObject({ kind: 'page' })
    expect(targetOf(`/${encoded('/v1', times)}`)).toEqual({ kind: 'nothing' })
  }
  // Decoding all 8,000 layers would take half a second.
  expect(targetOf(`/%${'25'.repeat(8000)}`)).toEqual({ kind: 'nothing' })
})
