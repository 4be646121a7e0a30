import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { endpointsFile } from '../scripts/endpoints.mjs'
import { groupBy } from './core/group-by'

/** From the lowest to the highest. A folder may import from lower lines only; folders in one line are independent. */
const layers: readonly (readonly string[])[] = [
  ['server/model'],
  ['emails', 'db'],
  ['server/core'],
  ['server/rate-limit', 'server/key', 'server/audit', 'server/request-log', 'server/metrics'],
  ['server/merchant'],
  ['server/mail', 'server/process'],
  ['server/settings', 'server/user'],
  ['server/team'],
  ['server/card'],
  ['server/runtime.ts', 'server/store'],
  ['server/annotation', 'server/callback', 'server/link'],
  ['server/settlement'],
  ['server/document', 'server/journal'],
  ['server/booking'],
  ['server/payment'],
  ['server/order'],
  ['server/subscription'],
  ['server/billing'],
  ['server/account', 'server/erasure'],
  ['server/customer'],
  ['server/report', 'server/search', 'server/saved-view'],
  ['server/http'],
  ['server/rest', 'server/trpc'],
  ['app'],
  ['server/cli', 'server/seed', 'server/web', 'server/worker', 'server/supervisor'],
]

/** Files that start a process. Nothing imports them. */
const isEntryPoint = (file: string) => /^server\/(cli|seed)\/|\/main\.ts$/.test(file)

const heightOf = new Map(layers.flatMap((folders, height) => folders.map((folder) => [folder, height])))

/** The folder of a file as the layers name it. */
const folderOf = (file: string): string => {
  if (heightOf.has(file)) return file
  const [top = '', below = ''] = file.split('/')
  return top === 'server' ? `server/${below}` : top
}

const sourcesIn = (folders: string[]): string[] =>
  folders.flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(top, file))
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|\.d\.ts$/.test(file)),
  )

const files = sourcesIn(['server', 'app', 'db', 'emails'])

/** The files of the project that a file imports, types included. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'((?:@\/|\.)[^']*)'/g)].flatMap(([, name = '']) => {
    const bare = name.startsWith('@/') ? name.slice(2) : path.join(path.dirname(file), name)
    const candidates = [bare, `${bare}.ts`, `${bare}.tsx`, `${bare}/index.ts`]
    const found = candidates.find((candidate) => /\.tsx?$/.test(candidate) && existsSync(candidate))
    return found ? [found] : []
  })
}

const graph = new Map(files.map((file) => [file, importsOf(file)]))
const imports = [...graph].flatMap(([from, targets]) => targets.map((to) => ({ from, to })))

/** Whether a file of a page may import another file of `app`: its own, those below it, and the shared ones above it. */
function isWithinReach(from: string, to: string): boolean {
  const folder = path.dirname(from)
  const [owner, shared] = path.dirname(to).split(/\/_(?:parts|texts)(?:\/|$)/)
  return shared === undefined
    ? `${path.dirname(to)}/`.startsWith(`${folder}/`)
    : `${folder}/`.startsWith(`${owner}/`)
}

describe('the layers', () => {
  test('hold every folder', () => {
    const todo = 'Add the folder to `layers` in this file, and to the drawing in ARCHITECTURE.md'
    expect(new Set(files.map(folderOf)), todo).toEqual(new Set(heightOf.keys()))
    const folders = readdirSync('server', { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(
      folders.map(({ name }) => `server/${name}`).filter((folder) => !heightOf.has(folder)),
      todo,
    ).toEqual([])
  })

  test('import downwards only', () => {
    const height = (file: string) => heightOf.get(folderOf(file)) ?? 0
    const between = imports.filter(({ from, to }) => folderOf(from) !== folderOf(to))
    expect(between.length).toBeGreaterThan(1000)
    expect(between.filter(({ from, to }) => height(to) >= height(from))).toEqual([])
  })

  test('let db import nothing but the model', () => {
    const fromDb = imports.filter(({ from }) => folderOf(from) === 'db')
    expect(fromDb.filter(({ to }) => !['db', 'server/model'].includes(folderOf(to)))).toEqual([])
  })

  test('are drawn in ARCHITECTURE.md', () => {
    const [, drawing = ''] =
      /## Layers\n.*?\n\n( {4}.*?)\n\n/s.exec(readFileSync('ARCHITECTURE.md', 'utf8')) ?? []
    const names = drawing.split('\n').flatMap((line) => line.slice(0, 52).trim().split(/\s+/))
    const drawn = names.map((name) => (heightOf.has(name) ? name : `server/${name}`))
    expect(drawn.toSorted()).toEqual([...heightOf.keys()].sort())
    const heights = drawn.map((folder) => heightOf.get(folder) ?? 0)
    expect(heights).toEqual(heights.toSorted((one, other) => other - one))
  })

  test('import no entry point', () => {
    const entered = imports.filter(({ from, to }) => isEntryPoint(to) && folderOf(from) !== folderOf(to))
    expect(entered).toEqual([])
  })

  test('have no cycle of imports between files', () => {
    const finished = new Set<string>()
    const cycles: string[] = []
    const visit = (file: string, above: readonly string[]): void => {
      if (above.includes(file)) cycles.push([...above.slice(above.indexOf(file)), file].join(' → '))
      if (above.includes(file) || finished.has(file)) return
      for (const imported of graph.get(file) ?? []) visit(imported, [...above, file])
      finished.add(file)
    }
    for (const file of files) visit(file, [])
    expect(cycles).toEqual([])
  })
})

test('no two exported types share a name', () => {
  const types = [...files, ...sourcesIn(['bench', 'test'])].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => ({
      name,
      file,
    })),
  )
  const shared = [...groupBy(types, ({ name }) => name)].filter(([, places]) => places.length > 1)
  expect(shared).toEqual([])
})

test('pages share parts only through _parts and _texts', () => {
  const isPage = (file: string) => file.startsWith('app/') && !file.startsWith('app/v1/')
  const styles = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .map((file) => path.join('app', file))
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((from) =>
      [...readFileSync(from, 'utf8').matchAll(/'((?:@\/|\.)[^']*\.css)'/g)].map(([, name = '']) => ({
        from,
        to: name.startsWith('@/') ? name.slice(2) : path.join(path.dirname(from), name),
      })),
    )
  const foreign = [...imports, ...styles].filter(
    ({ from, to }) => isPage(from) && isPage(to) && !isWithinReach(from, to),
  )
  expect(foreign).toEqual([])
})

describe('the domain', () => {
  const height = layers.findIndex((folders) => folders.includes('server/http'))
  const domain = new Set(layers.slice(0, height).flat())

  /** These are about HTTP itself, or hold the documented error, which is a part of an order's events. */
  const excepted = [
    'db/schema/request.ts',
    'server/callback/',
    'server/card/stripe/',
    'server/mail/deliver.ts',
    'server/model/error-object.ts',
    'server/request-log/',
  ]

  const words: Record<string, RegExp> = {
    'an API path': /\/v1\b|\b(?:GET|POST|PUT|PATCH|DELETE) \//,
    'a header': /\b(?:Idempotency-Key|Retry-After|WWW-Authenticate|X-Request-Id)\b/i,
    'an HTTP status': /\bstatus\w*\b.{0,20}\b[45]\d\d\b/,
  }

  const inDomain = files.filter(
    (file) => domain.has(folderOf(file)) && !excepted.some((start) => file.startsWith(start)),
  )

  test.each(Object.entries(words))('does not mention %s', (_, pattern) => {
    expect(inDomain.length).toBeGreaterThan(150)
    const mentions = inDomain.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    )
    expect(mentions).toEqual([])
  })
})

test('the account page does not tell errors apart by their HTTP status', () => {
  const pages = files.filter((file) => /^app\/(account|_parts\/customer)\//.test(file))
  expect(pages.length).toBeGreaterThan(30)
  const byStatus = /\.status\s*(?:[<>]=?|[!=]==)\s*\d/
  expect(pages.filter((file) => byStatus.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('the list of endpoints matches the route files', () => {
  expect(readFileSync('app/v1/endpoints.ts', 'utf8'), 'Run npm run endpoints').toBe(endpointsFile())
})
