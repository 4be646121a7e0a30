import type { CardService, CardServices } from '../model/card/service'

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
 * outcome are limited.
 */
function bounded(service: CardService, timeoutMs: number): CardService {
  const orUnknown = async <T>(outcome: Promise<T>) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`The card service ${service.name} did not respond within ${timeoutMs} ms`))
      }, timeoutMs)
    })
    try {
      return await Promise.race([outcome, late])
    } catch (cause) {
      return { status: 'unknown', cause } as const
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    ...service,
    store: (call) => orUnknown(service.store(call)),
    authorize: (call) => orUnknown(service.authorize(call)),
    capture: (call) => orUnknown(service.capture(call)),
    cancel: (call) => orUnknown(service.cancel(call)),
    refund: (call) => orUnknown(service.refund(call)),
    find: (lookup) => orUnknown(service.find(lookup)),
  }
}
