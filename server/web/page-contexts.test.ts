import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deferred } from '@/test/deferred'
import { contextsTrackPromises, endContextsBetweenPages } from './page-contexts'

const idleMs = 1000
const { run, enterWith } = AsyncLocalStorage.prototype

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  Object.assign(AsyncLocalStorage.prototype, { run, enterWith })
})

/** A page that runs until it is told to end, then goes on, and says what context it has. */
function renderPage(withContexts: ReturnType<typeof endContextsBetweenPages>) {
  const context = new AsyncLocalStorage<string>()
  const response = Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse
  const ended = deferred<void>()
  let contextNow = (): string | undefined => undefined
  const handler = withContexts(() =>
    context.run('a page', async () => {
      contextNow = AsyncLocalStorage.bind(() => context.getStore())
      await ended.promise
    }),
  )
  const rendered = handler({} as IncomingMessage, response)
  return {
    contextNow: () => contextNow(),
    close: () => response.emit('close'),
    end: async () => {
      ended.resolve()
      await rendered
    },
  }
}

describe.runIf(contextsTrackPromises)('where contexts track promises', () => {
  test('a context ends when its page has ended, its connection is closed, and no other page followed', async () => {
    const withContexts = endContextsBetweenPages(idleMs)
    const page = renderPage(withContexts)
    await page.end()
    await vi.advanceTimersByTimeAsync(idleMs * 2)
    expect(page.contextNow()).toBe('a page')
    page.close()
    await vi.advanceTimersByTimeAsync(idleMs - 1)
    expect(page.contextNow()).toBe('a page')

    const next = renderPage(withContexts)
    await vi.advanceTimersByTimeAsync(idleMs * 2)
    expect([page.contextNow(), next.contextNow()]).toEqual(['a page', 'a page'])
    next.close()
    await next.end()
    await vi.advanceTimersByTimeAsync(idleMs)
    expect([page.contextNow(), next.contextNow()]).toEqual([undefined, undefined])
  })

  test('a page whose client went away keeps its context until it ends', async () => {
    const withContexts = endContextsBetweenPages(idleMs)
    const page = renderPage(withContexts)
    page.close()
    await vi.advanceTimersByTimeAsync(idleMs * 10)
    expect(page.contextNow()).toBe('a page')
    await page.end()
    await vi.advanceTimersByTimeAsync(idleMs)
    expect(page.contextNow()).toBeUndefined()
  })

  test('a page that fails ends its context too', async () => {
    const withContexts = endContextsBetweenPages(idleMs)
    const context = new AsyncLocalStorage<string>()
    const response = Object.assign(new EventEmitter(), { closed: true }) as unknown as ServerResponse
    let contextNow = (): string | undefined => undefined
    const failing = withContexts(() =>
      context.run('a page', () => {
        contextNow = AsyncLocalStorage.bind(() => context.getStore())
        throw new Error('no page')
      }),
    )
    await expect(failing({} as IncomingMessage, response)).rejects.toThrow('no page')
    expect(contextNow()).toBe('a page')
    await vi.advanceTimersByTimeAsync(idleMs)
    expect(contextNow()).toBeUndefined()
  })
})

test.runIf(!contextsTrackPromises)('where contexts cost nothing, pages are left alone', () => {
  const pages = () => {}
  expect(endContextsBetweenPages()(pages)).toBe(pages)
  expect(AsyncLocalStorage.prototype).toMatchObject({ run, enterWith })
})
