import { setTimeout as wait } from 'node:timers/promises'
import type { CardService } from '../../model/card/service'

/** How long each request to the simulated acquirer takes, in ms. Half take less than the median, 99 % less than `p99`. */
export interface CardDelay {
  median: number
  p99: number
}

/** How many standard deviations the 99th percentile of a normal distribution is above its mean. */
const deviationsTo99 = 2.3263

/**
 * Returns the service with requests that take a random, log-normal time, like those of a service across a network. It
 * decides at the start of that time, so a caller that has given up or died may not know of a decision.
 */
export function delayed(service: CardService, delay: CardDelay): CardService {
  const slow = async <T>(work: () => Promise<T>): Promise<T> => {
    const over = wait(randomTime(delay))
    try {
      return await work()
    } finally {
      await over
    }
  }
  return {
    ...service,
    store: (call) => slow(() => service.store(call)),
    authorize: (call) => slow(() => service.authorize(call)),
    capture: (call) => slow(() => service.capture(call)),
    cancel: (call) => slow(() => service.cancel(call)),
    refund: (call) => slow(() => service.refund(call)),
    find: (lookup) => slow(() => service.find(lookup)),
  }
}

/** Returns a random time of a log-normal distribution, in ms. */
export function randomTime({ median, p99 }: CardDelay): number {
  // The Box–Muller transform, which gives a normally distributed number. The logarithm must not be of 0.
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())
  return median * Math.exp((normal * Math.log(p99 / median)) / deviationsTo99)
}
