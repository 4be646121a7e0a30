import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import type { PageHandler } from './listen'

/** How long contexts are kept after the last page (ms), because pages are mostly requested in quick succession. */
const keptFor = 1000

/** Whether AsyncLocalStorage slows down the whole process: before Node 24 it tracks every promise. */
export const contextsTrackPromises = Number.parseInt(process.versions.node, 10) < 24

/**
 * Ends the contexts of pages when none is being rendered. Next and React keep what belongs to a page in
 * AsyncLocalStorage and never disable it. Node 20 and 22 then track every promise of the process, and the API takes a
 * sixth more processor time for each request. Call it before Next is loaded. It does nothing on newer versions.
 */
export function endContextsBetweenPages(idleMs = keptFor): (pages: PageHandler) => PageHandler {
  if (!contextsTrackPromises) return (pages) => pages
  const used = storagesInUse()
  let running = 0
  let ending: NodeJS.Timeout | undefined
  const endContexts = () => {
    for (const storage of used) storage.disable()
    used.clear()
  }
  return (pages) => async (request, response) => {
    running += 1
    clearTimeout(ending)
    // A page whose client went away is still being rendered, and may be a payment that needs its context.
    const rendered = (async () => pages(request, response))()
    const closed = response.closed || once(response, 'close')
    void Promise.allSettled([rendered, closed]).then(() => {
      running -= 1
      if (running === 0) ending = setTimeout(endContexts, idleMs).unref()
    })
    await rendered
  }
}

/** Collects the storages that are enabled from now on. React creates its own, so they cannot be passed to Next. */
function storagesInUse(): Set<AsyncLocalStorage<unknown>> {
  const used = new Set<AsyncLocalStorage<unknown>>()
  const { run, enterWith } = AsyncLocalStorage.prototype
  AsyncLocalStorage.prototype.run = function (
    this: AsyncLocalStorage<unknown>,
    ...args: [unknown, () => unknown]
  ) {
    used.add(this)
    return run.apply(this, args)
  } as typeof run
  AsyncLocalStorage.prototype.enterWith = function (this: AsyncLocalStorage<unknown>, store: unknown) {
    used.add(this)
    enterWith.call(this, store)
  }
  return used
}
