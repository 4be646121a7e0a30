import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

test('every class that a page uses is in its stylesheet', () => {
  const missing: string[] = []
  const pages = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  )
  expect(pages.length).toBeGreaterThan(100)
  for (const file of pages.map((page) => path.join('app', page))) {
    const text = readFileSync(file, 'utf8')
    for (const [, name, from] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)) {
      const sheet = from?.startsWith('@/') ? from.slice(2) : path.join(path.dirname(file), from ?? '')
      const classes = new Set(readFileSync(sheet, 'utf8').match(/(?<=\.)[a-zA-Z]\w*/g))
      const named = text.matchAll(new RegExp(`(?<![.\\w])${name}\\.(\\w+)`, 'g'))
      for (const [use, style] of named) {
        if (style && style !== 'module' && !classes.has(style)) missing.push(`${file}: ${use}`)
      }
    }
  }
  expect(missing).toEqual([])
})
