import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { type Load, quantile } from './load'

const script = fileURLToPath(new URL('minimum.pgbench', import.meta.url))
const tables = fileURLToPath(new URL('minimum.sql', import.meta.url))

/** Creates the database of the minimum on the server, and returns its URL. */
export async function createMinimum(superuserUrl: string): Promise<string> {
  const server = postgres(superuserUrl, { max: 1 })
  await server`create database minimum`
  await server.end()
  const url = new URL(superuserUrl)
  url.pathname = '/minimum'
  const sql = postgres(url.href, { max: 1 })
  await sql.file(tables)
  await sql.unsafe('vacuum analyze')
  await sql.end()
  return url.href
}

/** `pgbench --version`; undefined if it is not installed. */
export function pgbenchVersion(): string | undefined {
  try {
    return execFileSync('pgbench', ['--version'], { encoding: 'utf8' }).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Measures how many orders per second PostgreSQL can store if that is all that is done: look up a key and an account,
 * and insert an order and its event in one commit. By pgbench if it is installed, otherwise by the driver, which needs
 * more of the CPU for itself.
 */
export const measureMinimum = (
  url: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> =>
  pgbenchVersion() ? byPgbench(url, connections, seconds) : byDriver(url, connections, seconds)

async function byPgbench(url: string, connections: number, seconds: number): Promise<Load> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const folder = mkdtempSync(path.join(tmpdir(), 'kassa-pgbench-'))
  try {
    const at = ['-h', hostname, '-p', port, '-U', username]
    const how = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(seconds)]

    const output = execFileSync('pgbench', [...at, ...how, '-l', '-f', script, pathname.slice(1)], {
      env: { ...process.env, PGPASSWORD: decodeURIComponent(password) },
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    // The third field of each line is the time of a transaction in microseconds.
    const milliseconds = readdirSync(folder)
      .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').trim().split('\n'))
      .map((line) => Number(line.split(' ')[2]) / 1000)
    return loadOf(milliseconds, Number(/tps = ([\d.]+)/.exec(output)?.[1]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function byDriver(url: string, connections: number, seconds: number): Promise<Load> {
  const sql = postgres(url, { max: connections })
  const lines = readFileSync(script, 'utf8').trim().split('\n')
  const ranges = new Map<string, number>()
  const statements: { text: string; names: string[] }[] = []
  for (const line of lines) {
    const [, name, max] = /^\\set (\w+) random\(1, (\d+)\)$/.exec(line) ?? []
    if (name) ranges.set(name, Number(max))
    else if (!/^(begin|commit);$/.test(line)) statements.push(withParameters(line))
  }
  const milliseconds: number[] = []
  const started = performance.now()
  const storeOrders = async () => {
    while (performance.now() < started + seconds * 1000) {
      const values = new Map([...ranges].map(([name, max]) => [name, String(Math.ceil(Math.random() * max))]))
      const began = performance.now()
      await sql.begin(async (tx) => {
        for (const { text, names } of statements) {
          await tx.unsafe(
            text,
            names.map((name) => values.get(name) ?? null),
            { prepare: true },
          )
        }
      })
      milliseconds.push(performance.now() - began)
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, storeOrders))
    return loadOf(milliseconds, milliseconds.length / ((performance.now() - started) / 1000))
  } finally {
    await sql.end()
  }
}

/** Turns pgbench's `:name` into `$1`. */
function withParameters(line: string): { text: string; names: string[] } {
  const names: string[] = []
  const text = line.replace(/;$/, '').replace(/'[^']*'|:([a-z]+)/g, (part, name?: string) => {
    if (!name) return part
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return { text, names }
}

function loadOf(milliseconds: number[], perSecond: number): Load {
  const sorted = milliseconds.sort((a, b) => a - b)
  return {
    done: sorted.length,
    failed: [],
    perSecond,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
  }
}
