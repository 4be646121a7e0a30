import { expect, test } from 'vitest'
import { encodeIn } from './code-page'

const hex = (page: Parameters<typeof encodeIn>[0], text: string) =>
  Buffer.from(encodeIn(page, text)).toString('hex')

test('encodes letters in both character sets', () => {
  expect(hex('cp437', 'Åäö Éß½')).toBe('8f849420' + '90e1ab')
  expect(hex('windows-1252', 'Åäö €ŠŸ–')).toBe('c5e4f620' + '808a9f96')
  // A letter with its accent apart.
  expect(hex('cp437', 'a\u0308')).toBe('84')
})

test('a letter that a character set lacks loses its accents or becomes a question mark', () => {
  expect(hex('cp437', 'ǖŁ€😀.')).toBe('753f3f3f2e')
  expect(hex('windows-1252', 'ǖŁ😀.')).toBe('753f3f2e')
})
