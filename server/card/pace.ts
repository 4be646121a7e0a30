import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import type { PaceLimits } from '../model/card/service'

/** A request to be sent to a merchant's account at a card service. */
interface PacedRequest {
  merchantId: string
  service: string
  /** Requests to the same endpoint have the same name. */
  endpoint: string
  limits: PaceLimits
  /** Whether nobody waits for it, as in a billing run. */
  background: boolean
  /** When it must be sent at the latest, ms. */
  until: number
}

/** Thrown for a request that would have to wait for too long. It has not been sent. */
export class PaceExceeded extends Error {
  override readonly name = 'PaceExceeded'
}

/** A little less than the limit, because requests do not arrive as evenly as they are sent. */
const share = 0.96

/**
 * How far ahead of the pace requests that somebody waits for may be, in seconds. Background requests leave this part of
 * the bucket free.
 */
const burst = 0.6

/** After how many intervals a background request is treated like others, so that it is not put off for ever. */
const patience = 2.5

/**
 * Returns a function that waits until a request may be sent, so that all processes together keep a merchant's pace. A
 * request books the next free time. A background request books it only if it is the very next one, so that a request
 * that somebody waits for does not wait behind a billing run; a few of them do not hold up the run either. Throws
 * `PaceExceeded` if the time would be too late.
 */
export function pacer(db: Database): (request: PacedRequest) => Promise<void> {
  const queues = new Map<string, Promise<void>>()

  /** Lets this process's background requests ask in turn, so that only one of them asks repeatedly. */
  function inTurn(key: string, act: () => Promise<void>): Promise<void> {
    const turn = (queues.get(key) ?? Promise.resolve()).then(act)
    const settled = turn.then(
      () => {},
      () => {},
    )
    queues.set(key, settled)
    void settled.then(() => queues.get(key) === settled && queues.delete(key))
    return turn
  }

  return async (request) => {
    const { merchantId, service, endpoint, background, limits, until } = request
    const max = () => (until - Date.now()) / 1000
    if (!background) return sleepFor(await book(db, request, { burst, max: max() }), max())
    const interval = 1 / (Math.min(limits.total, limits.endpoint) * share)
    return inTurn(`${merchantId} ${service} ${endpoint}`, async () => {
      for (let waited = 0; ; ) {
        const ahead = waited > patience * interval ? burst + interval : interval
        const wait = await book(db, request, { burst: 0, max: Math.min(ahead, max()) })
        if (wait <= ahead) return sleepFor(wait, max())
        const pause = Math.min(wait - ahead, interval)
        await sleepFor(pause, max())
        waited += pause
      }
    })
  }
}

async function sleepFor(seconds: number, max: number): Promise<void> {
  if (max <= 0 || seconds > max) throw new PaceExceeded('The pace of the card service was exceeded')
  if (seconds > 0) await sleep(seconds * 1000)
}

/** A time further ahead, in seconds, was booked while PostgreSQL's clock was ahead: no request waits for so long. */
const furthestAhead = 120

/** The next free time. One that nobody can have booked by the right clock does not count. */
const bookable = (time: SQL) => sql`coalesce((
  select booked from (select (${time})::float8 as booked) as entry where booked < clock.now + ${furthestAhead}), 0)`

/**
 * Books the next free time of an endpoint and of the account, in one statement, unless it is more than `max` seconds
 * away. Returns how many seconds it is away. Uses the database's clock, which all processes share.
 */
async function book(
  db: Database,
  { merchantId, service, endpoint, limits }: PacedRequest,
  { burst, max }: { burst: number; max: number },
): Promise<number> {
  const [perTotal, perEndpoint] = [1 / (limits.total * share), 1 / (limits.endpoint * share)]
  const now = sql`extract(epoch from clock_timestamp())::float8`
  const rows = await db.execute<{ wait: number }>(sql`
    insert into pace (merchant_id, service, next, wait)
    values (${merchantId}, ${service}, jsonb_build_object(
      'total', ${now} + ${perTotal}::float8, ${endpoint}::text, ${now} + ${perEndpoint}::float8), 0)
    on conflict (merchant_id, service) do update set (next, wait) = (
      select
        case when wait <= ${max}::float8
          then pace.next || jsonb_build_object(
            'total', greatest(total, now) + ${perTotal}::float8,
            ${endpoint}::text, greatest(own, now) + ${perEndpoint}::float8)
          else pace.next
        end,
        wait
      from (select ${now} as now) as clock,
        lateral (select
          ${bookable(sql`pace.next ->> 'total'`)} as total,
          ${bookable(sql`pace.next ->> ${endpoint}::text`)} as own) as booked,
        lateral (select greatest(total, own) - now - ${burst}::float8 as wait) as asked
    )
    returning wait`)
  return rows[0]?.wait ?? 0
}
