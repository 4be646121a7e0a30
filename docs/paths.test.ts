import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const documents = [
  ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((file) => path.join('docs', file)),
].filter((file) => file.endsWith('.md'))

const topFolders = 'app|bench|db|docs|e2e|emails|patches|public|scripts|server|test'

/** Paths of the project that a document names in backticks, without a `…` or a `<placeholder>` in them. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(new RegExp(`\`((?:${topFolders})/[^\`\\s*…<>]*)\``, 'g'))].map(([, name = '']) => name)

/** Targets of the links to other files. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => target)

test('documents name only files that exist', () => {
  const named = documents.flatMap((file) =>
    pathsIn(readFileSync(file, 'utf8')).map((name) => ({ file, name })),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name }) => !existsSync(name))).toEqual([])
})

test('links between documents lead to files that exist', () => {
  const linked = documents.flatMap((file) =>
    linksIn(readFileSync(file, 'utf8')).map((target) => ({ file, target })),
  )
  expect(linked.length).toBeGreaterThan(50)
  expect(linked.filter(({ file, target }) => !existsSync(path.join(path.dirname(file), target)))).toEqual([])
})

test('the index of decisions lists every record by its title', () => {
  const records = readdirSync('docs/decisions').filter((file) => /^\d{4}-.*\.md$/.test(file))
  const rows = records.sort().map((file) => {
    const [heading = ''] = readFileSync(path.join('docs/decisions', file), 'utf8').split('\n')
    const [, number, title] = /^# (\d+)\. (.+)$/.exec(heading) ?? []
    return `| ${number} | [${title}](${file})`
  })
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  const listed = index.split('\n').filter((line) => /^\| \d/.test(line))
  expect(listed.map((line) => line.slice(0, line.indexOf(' |', 6)))).toEqual(rows)
})
