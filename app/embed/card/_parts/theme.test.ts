import { expect, test } from 'vitest'
import { safeTheme, schemeIn } from './theme'

test('accepts colours, a radius and fonts', () => {
  const theme = {
    text: 'rgb(20, 30, 40)',
    field: 'rgba(0, 0, 0, 0)',
    accent: 'oklch(0.6 0.1 200 / 0.5)',
    danger: '#b0252b',
    radius: '12.5px',
    font: '"Segoe UI", Georgia, serif',
  }
  expect(Object.fromEntries(safeTheme(theme))).toEqual({
    '--text': 'rgb(20, 30, 40)',
    '--field': 'rgba(0, 0, 0, 0)',
    '--accent': 'oklch(0.6 0.1 200 / 0.5)',
    '--red': '#b0252b',
    '--radius-small': '12.5px',
    '--sans': '"Segoe UI", Georgia, serif',
  })
})

test.each([
  { text: 'url(https://elsewhere.example/x)' },
  { text: 'red; background: url(//elsewhere.example)' },
  { text: 'var(--red)' },
  { accent: 'image-set("//elsewhere.example/x")' },
  { font: 'serif; } body { display: none' },
  { font: 'url(//elsewhere.example/x)' },
  { radius: '50%' },
  { radius: 'calc(1px * 1000)' },
  { radius: 8 },
  { position: 'fixed' },
  { text: { toString: (): string => '#fff' } },
  null,
  'text',
])('rejects %j', (theme) => {
  expect(safeTheme(theme).size).toBe(0)
})

test('a theme is light, dark or unspecified', () => {
  expect(schemeIn({ scheme: 'dark' })).toBe('dark')
  expect(schemeIn({ scheme: 'light' })).toBe('light')
  expect(schemeIn({ scheme: 'x' })).toBeUndefined()
  expect(schemeIn(undefined)).toBeUndefined()
})
