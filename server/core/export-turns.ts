import { setTimeout as wait } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'

// On globalThis: Next.js bundles pages separately from the server, and all exports of a process share its one core.
const place = globalThis as { kassaExportTurns?: LimitFunction }

/**
 * Takes items from a source, some at a time, and makes a part of an export of them. All exports of a process take turns,
 * with a pause after each turn that is as long as the turn. Otherwise a few exports, which one merchant can start, would
 * slow down the payments of all.
 */
export async function* inTurns<T, Part>(
  source: AsyncIterable<T>,
  atOnce: number,
  make: (taken: T[]) => Part,
): AsyncGenerator<Part> {
  place.kassaExportTurns ??= pLimit(1)
  const items = source[Symbol.asyncIterator]()
  const turn = async () => {
    const began = performance.now()
    const taken = await take(items, atOnce)
    const part = make(taken)
    await wait(performance.now() - began)
    return { part, isLast: taken.length < atOnce }
  }
  try {
    let isLast: boolean
    do {
      const made = await place.kassaExportTurns(turn)
      isLast = made.isLast
      yield made.part
    } while (!isLast)
  } finally {
    await items.return?.()
  }
}

async function take<T>(items: AsyncIterator<T>, atMost: number): Promise<T[]> {
  const taken: T[] = []
  while (taken.length < atMost) {
    const { value, done } = await items.next()
    if (done) break
    taken.push(value)
  }
  return taken
}
