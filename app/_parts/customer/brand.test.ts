import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast } from '@/server/model/colour'
import { brandColours } from './brand'

test('text is readable in any brand colour, and on top of it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const colours = brandColours(`#${number.toString(16).padStart(6, '0')}`)
      if (!colours) throw new Error('No colours')
      const { light, dark } = colours
      for (const ground of ['#ffffff', '#f6f7f8'] as const)
        expect(contrast(light.text, ground)).toBeGreaterThanOrEqual(4.5)
      for (const ground of ['#111416', '#0b0d0f', '#191d20'] as const)
        expect(contrast(dark.text, ground)).toBeGreaterThanOrEqual(4.5)
      for (const { fill, hover, onFill } of [light, dark])
        for (const ground of [fill, hover]) expect(contrast(ground, onFill)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('changes a colour no more than necessary', () => {
  const teal = { text: '#0b5f63', fill: '#0b5f63', hover: '#1f6c6f', onFill: '#ffffff' }
  expect(brandColours('#0B5F63')?.light).toEqual(teal)
  const yellow = { text: '#856503', fill: '#f2b705', onFill: '#000000' }
  expect(brandColours('#f2b705')?.light).toMatchObject(yellow)
  expect(brandColours('#fff')?.dark.text).toBe('#ffffff')
  expect(brandColours('#fff')?.light.fill).not.toBe('#ffffff')
})

test.each([undefined, '', 'red', '#12345', 'url(x)', '#ggg', '#0b5f63;'])(
  'rejects the colour %j',
  (colour) => {
    expect(brandColours(colour)).toBeUndefined()
  },
)
