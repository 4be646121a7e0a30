import { expect, onTestFinished, test } from 'vitest'
import { zipOf } from '../document/zip'
import { streamFile } from '../journal/stream-file'
import { csvOf } from './csv'
import { begun, checked, streamOf } from './stream'

const writers = {
  CSV: (rows) =>
    csvOf(
      ['Number'],
      mapped(rows, (text) => [text]),
      { locale: 'en-GB' },
    ),
  'SIE file': (rows) =>
    streamFile(
      'cp437',
      mapped(rows, (text) => [text]),
    ),
  ZIP: (rows) =>
    zipOf(
      mapped(rows, (text) => ({
        ...{ name: text, date: new Date(0), content: Buffer.from(text), compress: true },
      })),
    ),
} satisfies Record<string, (rows: AsyncIterable<string>) => ReadableStream<Uint8Array>>

async function* mapped<From, To>(rows: AsyncIterable<From>, change: (row: From) => To): AsyncGenerator<To> {
  for await (const row of rows) yield change(row)
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Counts the errors that would end the process. */
function watchProcess() {
  const errors: Error[] = []
  const note = (error: Error) => errors.push(error)
  process.on('uncaughtException', note)
  onTestFinished(() => void process.off('uncaughtException', note))
  return errors
}

const names = Object.keys(writers) as (keyof typeof writers)[]

test.each(names)('a download of a %s can be cancelled at any moment', async (name) => {
  const errors = watchProcess()
  const turns = Array.from({ length: 50 }, (_, turn) => turn % 10)
  const closed = await Promise.all(
    turns.map(async (wait) => {
      let close: () => void = () => undefined
      const isClosed = new Promise<void>((resolve) => {
        close = resolve
      })
      async function* rows() {
        try {
          for (let row = 0; ; row++) {
            if (row % 100 === 0) await nextTurn()
            yield `${row}`.padStart(100, '0')
          }
        } finally {
          close()
        }
      }
      const stop = new AbortController()
      const client = new WritableStream<Uint8Array>({ write: nextTurn })
      const download = writers[name](rows()).pipeTo(client, { signal: stop.signal })
      for (let turn = 0; turn <= wait; turn++) await nextTurn()
      stop.abort()
      await expect(download).rejects.toThrow('aborted')
      await isClosed
      return true
    }),
  )
  expect(closed).toHaveLength(turns.length)
  expect(errors).toEqual([])
})

test.each(names)('a download of a %s ends with the error of its source', async (name) => {
  const errors = watchProcess()
  async function* rows() {
    for (let row = 0; row < 2000; row++) yield `${row}`.padStart(100, '0')
    await nextTurn()
    throw new Error('The database is gone')
  }
  const received: Uint8Array[] = []
  const client = new WritableStream<Uint8Array>({ write: (chunk) => void received.push(chunk) })
  await expect(writers[name](rows()).pipeTo(client)).rejects.toThrow('The database is gone')
  expect(received).not.toEqual([])
  expect(errors).toEqual([])
})

test('a stream that has begun is complete, and can be cancelled', async () => {
  let isClosed = false
  async function* chunks() {
    try {
      for (const text of ['one ', 'two ', 'three']) yield Buffer.from(text)
    } finally {
      isClosed = true
    }
  }
  expect(await new Response(await begun(streamOf(chunks()))).text()).toBe('one two three')
  isClosed = false
  await (await begun(streamOf(chunks()))).cancel()
  expect(isClosed).toBe(true)
})

test.each(names)('a download of a %s does not begin if its source fails first', async (name) => {
  // biome-ignore lint/correctness/useYield: it fails before.
  async function* rows(): AsyncGenerator<string> {
    throw new Error('The replica is gone')
  }
  await expect(begun(writers[name](rows()))).rejects.toThrow('The replica is gone')
})

test('a download ends when its reader may no longer read it', async () => {
  let isClosed = false
  async function* chunks() {
    try {
      for (let chunk = 0; ; chunk++) yield Buffer.from(`${chunk} `)
    } finally {
      isClosed = true
    }
  }
  let isMember = true
  const check = async () => {
    if (!isMember) throw new Error('Not a member')
  }
  const reader = checked(streamOf(chunks()), check, 0).getReader()
  for (let chunk = 0; chunk < 3; chunk++) expect((await reader.read()).done).toBe(false)
  isMember = false
  const rest = async () => {
    for (let chunk = 0; chunk < 10; chunk++) await reader.read()
  }
  await expect(rest()).rejects.toThrow('Not a member')
  expect(isClosed).toBe(true)
})

test('a download that is quick, or allowed, is complete', async () => {
  const twice = () =>
    streamOf(
      (async function* () {
        yield Buffer.from('one ')
        yield Buffer.from('two')
      })(),
    )
  const refuse = () => Promise.reject(new Error('Not a member'))
  expect(await new Response(checked(twice(), refuse)).text()).toBe('one two')
  expect(await new Response(checked(twice(), async () => undefined, 0)).text()).toBe('one two')
})
