import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast } from '@/server/model/colour'
import { themeOf } from './theme'

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)

test('mail is readable in light and dark mode with any merchant colour', () => {
  fc.assert(
    fc.property(colour, (given) => {
      for (const palette of Object.values(themeOf(given))) {
        expect(contrast(palette.onAccent, palette.accent)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(palette.accent, palette.card)).toBeGreaterThanOrEqual(3)
        expect(contrast(palette.link, palette.card)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(palette.faint, palette.canvas)).toBeGreaterThanOrEqual(4.5)
      }
    }),
  )
})

test('keeps a colour with enough contrast', () => {
  expect(themeOf('#7a1f5c').light).toMatchObject({ accent: '#7a1f5c', link: '#7a1f5c', onAccent: '#ffffff' })
  expect(themeOf('#a05').light.accent).toBe('#aa0055')
})

test.each([[undefined], ['red'], ['#12345'], ['#0b5f63;background:url(http://x)']])(
  'replaces the invalid colour %s with Kassa’s own',
  (given) => {
    expect(themeOf(given)).toEqual(themeOf('#0b5f63'))
  },
)
