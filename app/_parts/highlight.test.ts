import { describe, expect, it } from 'vitest'
import { highlight } from './highlight'

describe('syntax highlighting', () => {
  it.each([
    ['json', '{\n  "a": "b: \\"c\\"",\n  "n": [-1.5, true, null]\n}'],
    ['shell', `# note\nKEY=$(cat x)\ncurl http://x \\\n  -H "A: $KEY" \\\n  -d '{"a": 1}'`],
    ['text', 'anything <at> all'],
  ] as const)('%s is the same text again', (language, text) => {
    expect(
      highlight(text, language)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  })

  it('distinguishes JSON keys from strings and numbers', () => {
    const kinds = highlight('{"a": "b", "c": 1}', 'json').filter(({ kind }) => kind !== 'plain')
    expect(kinds.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'key "a"',
      'string "b"',
      'key "c"',
      'number 1',
    ])
  })
})
