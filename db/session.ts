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

/** Adds the settings to the address of a database, for the driver of the job queue, which knows no other way. */
export function withSessionSettings(url: string): string {
  const parsed = new URL(url)
  const settings = Object.entries({ ...sessionSettings, ...keepalives }).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', '')}`,
  )
  const given = parsed.searchParams.get('options') ?? ''
  parsed.searchParams.set('options', [given, ...settings].join(' ').trim())
  return parsed.href
}
