/** Picks one of several values. */
export type Picker = <T>(things: readonly T[]) => T

/** Returns a picker that makes the same choices each time (mulberry32), so that every demo is the same. */
export function picker(seed: number): Picker {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return (things) => {
    const thing = things[Math.floor(next() * things.length)]
    if (thing === undefined) throw new RangeError('Nothing to pick from')
    return thing
  }
}
