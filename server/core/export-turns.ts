import { setTimeout as wait } from 'node:timers/promises'
import { FairTurns } from './fair-turns'

// On globalThis: Next.js bundles pages separately from the server, and all exports of a process share its one core.
const place = globalThis as { kassaExportTurns?: FairTurns }

function turns(): FairTurns {
  place.kassaExportTurns ??= new FairTurns(1)
  return place.kassaExportTurns
}

/** What a source yields where a page of its rows ends. */
export const pageEnd = Symbol.for('kassa page end')

/**
 * Takes items from a source, some at a time, and makes a part of an export from each batch. All exports of a process take turns,
 * with a pause after each turn that is as long as the turn. Otherwise a few exports, which one merchant can start, would
 * slow down the payments of all. A source yields `pageEnd` after each page that it has read: its turn then ends, however
 * few rows of the page matched.
 */
export async function* inTurns<T, Part>(
  source: AsyncIterable<T | typeof pageEnd>,
  atOnce: number,
  make: (taken: T[]) => Part,
): AsyncGenerator<Part> {
  const items = source[Symbol.asyncIterator]()
  const mine = Symbol('export')
  const turn = async () => {
    const began = performance.now()
    const { taken, isLast } = await take(items, atOnce)
    const part = taken.length > 0 || isLast ? make(taken) : undefined
    await wait(performance.now() - began)
    return { part, isLast }
  }
  try {
    let isLast: boolean
    do {
      const made = await turns().take(mine, turn)
      isLast = made.isLast
      if (made.part !== undefined) yield made.part
    } while (!isLast)
  } finally {
    await items.return?.()
  }
}

/**
 * Makes one file in its own turn. The pause comes afterwards, so the caller does not wait for it. However many files
 * `who` wants, they count like one export.
 */
export function inOneTurn<T>(who: string, make: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    void turns().take(who, async () => {
      const began = performance.now()
      await make().then(resolve, reject)
      await wait(performance.now() - began)
    })
  })
}

async function take<T>(
  items: AsyncIterator<T | typeof pageEnd>,
  atMost: number,
): Promise<{ taken: T[]; isLast: boolean }> {
  const taken: T[] = []
  while (taken.length < atMost) {
    const { value, done } = await items.next()
    if (done) return { taken, isLast: true }
    if (value === pageEnd) break
    taken.push(value)
  }
  return { taken, isLast: false }
}
