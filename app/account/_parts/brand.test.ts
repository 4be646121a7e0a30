import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandColours } from './brand'

const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string) => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

test('any colour can be read on every ground that it stands on, and what stands on it too', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const colours = brandColours(`#${number.toString(16).padStart(6, '0')}`)
      if (!colours) throw new Error('No colours')
      const { light, dark } = colours
      for (const ground of ['#ffffff', '#f6f7f8'])
        expect(contrast(light.text, ground)).toBeGreaterThanOrEqual(4.5)
      for (const ground of ['#111416', '#0b0d0f', '#191d20'])
        expect(contrast(dark.text, ground)).toBeGreaterThanOrEqual(4.5)
      for (const { fill, onFill } of [light, dark]) expect(contrast(fill, onFill)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('a colour changes no more than it has to', () => {
  const teal = { text: '#0b5f63', fill: '#0b5f63', onFill: '#ffffff' }
  expect(brandColours('#0B5F63')?.light).toEqual(teal)
  expect(brandColours('#f2b705')?.light).toMatchObject({ fill: '#f2b705', onFill: '#000000' })
  expect(brandColours('#fff')?.dark.text).toBe('#ffffff')
  expect(brandColours('#fff')?.light.fill).not.toBe('#ffffff')
})

test.each([undefined, '', 'red', '#12345', 'url(x)', '#ggg', '#0b5f63;'])('%j is no colour', (colour) => {
  expect(brandColours(colour)).toBeUndefined()
})
