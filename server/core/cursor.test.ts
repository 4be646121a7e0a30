import { expect, test } from 'vitest'
import * as z from 'zod'
import { cursorOf } from './cursor'

const places = cursorOf(z.tuple([z.literal('name'), z.string().max(20), z.int()]))

test('reads back the position that it wrote', () => {
  expect(places.read(places.write(['name', 'Åsa 🙂', 3]))).toEqual(['name', 'Åsa 🙂', 3])
})

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each([
  ['', 'empty text'],
  ['no cursor', 'text that is not base64url'],
  [`${encoded(['name', 'x', 1])}!`, 'characters after a cursor'],
  [encoded(['date', 'x', 1]), 'a cursor of another list'],
  [encoded(['name', 'x'.repeat(21), 1]), 'a place of another shape'],
  [encoded(['name', 'x', 1, 2]), 'further values'],
  [encoded('name'), 'JSON that is not a place'],
  [Buffer.from('["name", "x", 1]').toString('base64url'), 'another spelling of the same place'],
])('rejects %j (%s)', (text) => {
  expect(places.find(text)).toBeUndefined()
  expect(() => places.read(text)).toThrow('cursor.invalid')
})
