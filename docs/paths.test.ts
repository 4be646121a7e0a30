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

/** The links of a document to files and their headings. */
const linksIn = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].map(
    ([, target = '', heading]) => ({
      file,
      target: target === '' ? file : path.join(path.dirname(file), target),
      heading,
    }),
  )

/** The ends of the addresses that the headings of a document get where it is shown. */
const headingsIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

test('documents name only files that exist', () => {
  const named = documents.flatMap((file) =>
    pathsIn(readFileSync(file, 'utf8')).map((name) => ({ file, name })),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name }) => !existsSync(name))).toEqual([])
})

test('links between documents lead to files and headings that exist', () => {
  const links = documents.flatMap(linksIn)
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter(({ target }) => !existsSync(target))).toEqual([])
  const toHeadings = links.filter(({ heading }) => heading !== undefined)
  expect(toHeadings.length).toBeGreaterThan(5)
  expect(toHeadings.filter(({ target, heading = '' }) => !headingsIn(target).includes(heading))).toEqual([])
})

test('no document is longer than a file of code may be', () => {
  const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1
  expect(documents.filter((file) => linesOf(file) > 300)).toEqual([])
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
