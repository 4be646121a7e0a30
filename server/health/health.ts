import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { KassaError } from '../error/error'
import { runtime } from '../runtime'

export const Health = z.strictObject({ status: z.literal('ok') }).meta({ id: 'Health' })

let leaving = false

/** From now on `readHealth` tells balancers to look elsewhere. */
export const leave = (): void => {
  leaving = true
}

/** Throws `service unavailable` while the database is away or the process shuts down. */
export async function readHealth(): Promise<z.infer<typeof Health>> {
  if (leaving) throw unavailable('The service is shutting down. Ask another instance.')
  try {
    await runtime().db.execute(sql`select 1`)
  } catch (cause) {
    throw unavailable('The database cannot be reached. Try again in a moment.', cause)
  }
  return { status: 'ok' }
}

const unavailable = (description: string, cause?: unknown) =>
  new KassaError(
    'service unavailable',
    { type: 'Kassa', description },
    { cause, headers: { 'Retry-After': '2' } },
  )
