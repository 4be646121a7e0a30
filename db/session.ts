import type { PoolConfig } from 'pg'
import { withoutEncryption } from './address'

/**
 * What every connection sets, so that settings of the role or the database do not change how PostgreSQL writes and reads
 * dates, times and texts. PgBouncer keeps exactly these for each client; it would reject others.
 */
export const sessionSettings = {
  DateStyle: 'ISO, MDY',
  TimeZone: 'UTC',
  standard_conforming_strings: 'on',
} as const

/**
 * How soon the server notices that a client has vanished: after two minutes. By default it keeps the connection for two
 * hours, and a network that fails now and then uses up `max_connections`.
 */
export const keepalives = {
  tcp_keepalives_idle: '60',
  tcp_keepalives_interval: '20',
  tcp_keepalives_count: '3',
} as const

/** How the driver of the job queue connects to a database. It accepts settings only in the address. */
export function jobQueueAddress(url: string): Pick<PoolConfig, 'connectionString' | 'ssl'> {
  const { url: plain, ...encryption } = withoutEncryption(url)
  const parsed = new URL(plain)
  const settings = Object.entries({ ...sessionSettings, ...keepalives }).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', '')}`,
  )
  const given = parsed.searchParams.get('options') ?? ''
  parsed.searchParams.set('options', [given, ...settings].join(' ').trim())
  return { connectionString: parsed.href, ...encryption }
}
