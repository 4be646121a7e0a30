import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@/db/client'
import { log } from '../core/log'
import { repeated } from '../core/repeat'
import { sealedSecrets } from '../merchant/signing-secrets'
import { attempt } from './attempt'
import { type Address, type Claimed, claim, release, waitingAddresses } from './claim'
import { Flights, limits } from './flights'
import { record } from './record'
import { type Resolve, resolveHost } from './resolve'

export interface DeliveryLoop {
  /** Claims no more, gives running attempts a few seconds, and releases those that are not done by then. */
  stop(): Promise<void>
}

export interface DeliverySettings {
  /** CIDR ranges beyond the public internet that callbacks may go to. */
  networks: readonly string[]
  resolve?: Resolve
}

/** The pause between checks for new callbacks. With NOTIFY, commits would wait for each other. */
const pauseMs = 250
const pauseAfterFaultMs = 2000
/** How long attempts may continue when the process is stopped. */
const graceMs = 4000
/** How many addresses are read at a time. */
const batch = 500
const beginning: Address = { merchantId: '', url: '' }

/** Starts to deliver callbacks. Any number of processes may do so at once. */
export function startDeliveries(db: Database, settings: DeliverySettings): DeliveryLoop {
  const reach = { networks: settings.networks, resolve: settings.resolve ?? resolveHost }
  const flights = new Flights()
  const running = new Set<Promise<void>>()
  const stopped = new AbortController()
  setMaxListeners(limits.all, stopped.signal)
  let after = beginning

  /** Starts due deliveries at the addresses after `after`. Returns the address to continue after. */
  async function round(after: Address): Promise<Address> {
    const addresses = await waitingAddresses(db, { after, count: batch })
    const claimed = await claim(db, flights.allot(addresses))
    const secrets = await sealedSecrets(db, claimed)
    for (const delivery of claimed) launch(delivery, secrets.get(delivery.merchantId))
    return (addresses.length === batch && addresses.at(-1)) || beginning
  }

  function launch(delivery: Claimed, sealed: string[] | undefined): void {
    flights.begin(delivery)
    const flight = fly(delivery, sealed)
      .catch((error: unknown) => {
        // No other delivery may suffer. This one is due again when its claim expires.
        log.error({ err: error, ...nameOf(delivery) }, 'A callback could not be tried')
      })
      .finally(() => {
        flights.end(delivery)
        running.delete(flight)
        rounds.wake()
      })
    running.add(flight)
  }

  async function fly(delivery: Claimed, sealed: string[] | undefined): Promise<void> {
    try {
      const outcome = await attempt(delivery, sealed, reach, stopped.signal)
      const became = await record(db, delivery, outcome)
      const { status, error, ms } = outcome
      if (became === 'failed') log.warn({ ...nameOf(delivery), status, error }, 'Gave up on a callback')
      else log.debug({ ...nameOf(delivery), status, error, ms }, 'A callback was tried')
    } catch (error) {
      if (!stopped.signal.aborted) throw error
      await release(db, delivery)
    }
  }

  /** Starts all due deliveries for which there is room. Returns how long to pause, in ms. */
  async function startAll(signal: AbortSignal): Promise<number> {
    const began = performance.now()
    let next = after
    // After a fault, it begins with the first address.
    after = beginning
    while (flights.room > 0 && !signal.aborted) {
      next = await round(next)
      if (next === beginning) break
    }
    after = next
    // At most half of the time is spent on reading addresses, even if very many have nothing due.
    return Math.max(pauseMs, performance.now() - began)
  }

  const rounds = repeated(startAll, { work: 'Looking for callbacks to deliver', pauseAfterFaultMs })
  return {
    stop: async () => {
      await rounds.stop()
      await Promise.race([Promise.all(running), wait(graceMs, undefined, { ref: false })])
      stopped.abort(new Error('The worker was stopped'))
      await Promise.all(running)
    },
  }
}

const nameOf = ({ merchantId, id }: Claimed) => ({ merchant: merchantId, callback: id })
