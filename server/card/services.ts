import { inTime } from '../core/in-time'
import { cardCallTimer } from '../metrics/recorders'
import type { CardService, CardServices } from '../model/card/service'
import { patientLookUp } from './patient-look-up'

/** Returns the card services of an installation, each with a time limit per call. */
export function cardServices(services: readonly CardService[], timeoutMs: number): CardServices {
  const known = new Map(services.map((service) => [service.name, bounded(service, timeoutMs)]))
  return {
    timeoutMs,
    all: [...known.values()],
    named(name) {
      const service = known.get(name)
      if (!service) throw new Error(`There is no card service "${name}" in this installation`)
      return service
    },
  }
}

/**
 * Wraps a service so that a call that gets no response in time, or throws, has an unknown outcome. Only calls with an
 * outcome are limited. A patient look-up has minutes.
 */
function bounded(service: CardService, timeoutMs: number): CardService {
  const orUnknown = async <T extends { status: string }>(
    call: string,
    outcome: Promise<T>,
    limitMs = timeoutMs,
  ) => {
    const late = () => new Error(`The card service ${service.name} did not respond within ${limitMs} ms`)
    const record = cardCallTimer(service.name, call)
    try {
      const result = await inTime(outcome, limitMs, late)
      record(result.status)
      return result
    } catch (cause) {
      record('unknown')
      return { status: 'unknown', cause } as const
    }
  }
  return {
    ...service,
    store: (call) => orUnknown('store', service.store(call)),
    authorize: (call) => orUnknown('authorize', service.authorize(call)),
    capture: (call) => orUnknown('capture', service.capture(call)),
    cancel: (call) => orUnknown('cancel', service.cancel(call)),
    refund: (call) => orUnknown('refund', service.refund(call)),
    find: (lookup) => orUnknown('find', service.find(lookup), lookup.patient ? patientLookUp : timeoutMs),
  }
}
