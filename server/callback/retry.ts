import { days, hours, minutes } from '../core/clock'

/** The gap after each failed attempt. After the last entry, the gap is always `maxGap`. */
const gaps = [5_000, 30_000, minutes(2), minutes(10), minutes(30), hours(1), hours(2), hours(5)]
const maxGap = hours(5)

/** How long a callback is retried. */
export const retryFor = days(3)

/**
 * Returns in how many milliseconds a callback is attempted again; undefined when Kassa gives up.
 *
 * @param attempts failed attempts, including the last one
 * @param age milliseconds since it was first due, or resent
 * @param random from 0 to 1: varies the gap by up to a fifth, so that callbacks that failed together are spread out
 */
export function retryIn(
  { attempts, age }: { attempts: number; age: number },
  random: number,
): number | undefined {
  const gap = Math.round((gaps[attempts - 1] ?? maxGap) * (0.8 + 0.4 * random))
  return age + gap > retryFor ? undefined : gap
}
