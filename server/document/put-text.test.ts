import { expect, test, vi } from 'vitest'
import { heightOf, put, widthOf } from './put-text'
import { openSheet } from './sheet'

const options = {
  title: 'Invoice',
  language: 'en',
  created: new Date('2026-11-22T09:00:00Z'),
  head: () => {},
}
const style = { size: 9 }

test.each([
  ['a word', 'SHOP20261126000012345EU', 113, 2],
  ['a word after others', 'Order SHOP20261126000012345EU', 113, 3],
  ['a word with a hyphen', 'christopher.montgomery-fitzgerald@engineering.example.co.uk', 240, 2],
  ['a word of letters that Inter lacks', '漢字'.repeat(12), 120, 2],
  ['a word of one line', 'SHOP2026112600001234', 113, 1],
  ['digits', '1234567890'.repeat(9), 113, 5],
])('%s that is too long is broken into as few lines as possible', (_, text, width, lines) => {
  const sheet = openSheet(options)
  expect(heightOf(sheet, text, width, style) / heightOf(sheet, text.slice(0, 1), width, style)).toBeCloseTo(
    lines,
    5,
  )
})

test.each([
  ['a line break', 'c/o Svensson\nStorgatan 5', 2],
  ['one of Windows, and a tab', 'c/o Svensson\r\n\tStorgatan 5', 2],
  ['a name from right to left', 'קפה\r\nגרם', 2],
])('%s in a text begins a new line', (_, text, lines) => {
  const sheet = openSheet(options)
  const line = text.split(/\s/)[0] ?? ''
  expect(heightOf(sheet, text, 240, style) / heightOf(sheet, line, 240, style)).toBeCloseTo(lines, 5)
})

test('a long text from right to left has as many lines as it needs', () => {
  const sheet = openSheet(options)
  expect(
    heightOf(sheet, 'קפה 250 גרם '.repeat(20), 240, style) / heightOf(sheet, 'קפה', 240, style),
  ).toBeCloseTo(5, 5)
})

test.each(['12,50', 'קפה'])('%s begins where its column does, or ends where it does', (text) => {
  const sheet = openSheet(options)
  const drawn = vi.spyOn(sheet.pdf, 'text')
  put(sheet, text, 100, 50, 80, style)
  put(sheet, text, 100, 50, 80, { ...style, align: 'right' })
  const [left, right] = drawn.mock.calls.map(([, x]) => Number(x))
  expect(left).toBe(100)
  expect((right ?? 0) + widthOf(sheet, text, style)).toBeCloseTo(180, 5)
})

test('parts in different fonts follow each other on one baseline, and a long text has as many lines as it needs', () => {
  const sheet = openSheet(options)
  const drawn = vi.spyOn(sheet.pdf, 'text')
  put(sheet, 'Coffee 🎉 สมชาย', 100, 50, 240, style)
  // The types know only the shortest form of the function.
  const calls = drawn.mock.calls as unknown as [string, number, number, { baseline?: number }][]
  const parts = calls.map(([text, x, , { baseline }]) => ({ text, x, baseline }))
  expect(parts.map(({ text }) => text)).toEqual(['Coffee ', '🎉', ' สมชาย'])
  const [first, second, third] = parts.map(({ x }) => x)
  expect(first).toBe(100)
  expect(second).toBeGreaterThan(120)
  expect(third).toBeGreaterThan(Number(second) + style.size / 2)
  expect(new Set(parts.map(({ baseline }) => baseline)).size).toBe(1)
  expect(Number(parts[0]?.baseline)).toBeLessThan(-style.size)
  expect(
    heightOf(sheet, 'Coffee 🎉 '.repeat(12), 240, style) / heightOf(sheet, 'Coffee', 240, style),
  ).toBeCloseTo(3, 5)
})
