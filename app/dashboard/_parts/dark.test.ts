import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const colours = (css: string) =>
  [...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value])

test('dark is the same whether the device or its user has chosen it', () => {
  const global = readFileSync('app/global.css', 'utf8')
  const [, byDevice = ''] = /@media \(prefers-color-scheme: dark\) \{([\s\S]*?)\n\}/.exec(global) ?? []
  const chosen = colours(readFileSync('app/dashboard/_parts/dark.css', 'utf8'))
  expect(chosen.length).toBeGreaterThan(20)
  expect(chosen).toEqual(colours(byDevice))
})
