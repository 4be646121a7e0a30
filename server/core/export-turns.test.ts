import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inOneTurn, inTurns, pageEnd } from './export-turns'

async function collect<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const part of parts) all.push(part)
  return all
}

test('exports take from their sources one after the other', async () => {
  const order: string[] = []
  async function* source(name: string) {
    for (const item of [1, 2, 3, 4]) {
      await nextTurn()
      order.push(name)
      yield item
    }
  }
  const exported = (name: string) => collect(inTurns(source(name), 2, (taken) => taken))
  const parts = [[1, 2], [3, 4], []]
  expect(await Promise.all(['a', 'b', 'c'].map(exported))).toEqual([parts, parts, parts])
  expect(order.join('')).toBe('aabbccaabbcc')
})

test('a source ends with its reader, and the next export goes on after one that fails', async () => {
  let ended = false
  async function* endless() {
    try {
      for (;;) yield 1
    } finally {
      ended = true
    }
  }
  for await (const part of inTurns(endless(), 3, (taken) => taken.length)) {
    expect(part).toBe(3)
    break
  }
  expect(ended).toBe(true)
  async function* broken(): AsyncGenerator<number> {
    yield Promise.reject(new Error('broken'))
  }
  await expect(collect(inTurns(broken(), 1, (taken) => taken))).rejects.toThrow('broken')
  expect(await inTurns(endless(), 1, () => 'one').next()).toEqual({ value: 'one', done: false })
})

test('a source that finds nothing for many pages lets others take turns, and makes no empty parts', async () => {
  const order: string[] = []
  async function* rare() {
    for (let page = 0; page < 4; page++) {
      order.push('rare')
      await nextTurn()
      yield pageEnd
    }
    yield 1
  }
  async function* dense() {
    for (const item of [1, 2]) {
      order.push('dense')
      yield item
    }
  }
  const parts = await Promise.all(
    [rare(), dense()].map((source) => collect(inTurns(source, 1, (taken) => taken))),
  )
  expect(parts).toEqual([
    [[1], []],
    [[1], [2], []],
  ])
  expect(order.slice(0, 4)).toEqual(['rare', 'dense', 'rare', 'dense'])
})

test('single files are made one after the other, also after one that fails', async () => {
  let running = 0
  const make = async (name: string) => {
    running++
    await nextTurn()
    expect(running--).toBe(1)
    if (name === 'broken') throw new Error('Broken')
    return name
  }
  const made = await Promise.allSettled(['a', 'broken', 'b'].map((name) => inOneTurn(name, () => make(name))))
  expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('someone who wants many files delays an export by one file for each of its turns', async () => {
  const order: string[] = []
  const files = Array.from({ length: 20 }, () =>
    inOneTurn('many', async () => {
      await nextTurn()
      order.push('file')
    }),
  )
  async function* rows() {
    for (const row of [1, 2, 3]) {
      order.push('row')
      yield row
    }
  }
  await collect(inTurns(rows(), 1, (taken) => taken))
  const other = inOneTurn('few', async () => order.push('other file'))
  await Promise.all([...files, other])
  expect(order.slice(0, 6)).toEqual(['file', 'row', 'file', 'row', 'file', 'row'])
  expect(order.indexOf('other file')).toBeLessThan(10)
})
