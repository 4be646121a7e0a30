import { days, hours, minutes } from '../core/clock'

/** How long after each try that failed the next one comes; after the last of them, ever again after the last. */
const gaps = [5_000, 30_000, minutes(2), minutes(10), minutes(30), hours(1), hours(2), hours(5)]
const longest = hours(5)

/** For how long a callback is tried. */
export const patience = days(3)

/**
 * In how many milliseconds a callback is tried again; undefined when it is given up.
 *
 * @param tries how many have failed, the last one included
 * @param age milliseconds since it was first to be delivered, or replayed
 * @param random from 0 to 1: spreads what failed together by a fifth either way, so that it does not come back together
 */
export function retryIn({ tries, age }: { tries: number; age: number }, random: number): number | undefined {
  const gap = Math.round((gaps[tries - 1] ?? longest) * (0.8 + 0.4 * random))
  return age + gap > patience ? undefined : gap
}
