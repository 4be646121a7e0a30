import type { ServerResponse } from 'node:http'
import { escaped, htmlPage } from '@/app/_parts/html-page'
import type { Database } from '@/db/client'
import { isWaiting, setWaiting, waitingError } from '../http/health'
import { endBecause } from '../process/child'
import { startProcess } from '../process/start-process'
import { startWhenUsable } from '../process/start-when-usable'
import type { PageHandler } from './listen'

/**
 * Has requests that need the database refused until it can be used and has the tables of this version: another version
 * would fail them, or do them wrongly. Resolves after the first look at the database, so that the server can listen. A
 * wrong encryption key ends the process, also if it is found later.
 */
export async function serveWhenUsable(db: Database): Promise<void> {
  let looked: () => void = () => undefined
  const firstLook = new Promise<void>((resolve) => {
    looked = resolve
  })
  const usable = startWhenUsable(db, {
    name: 'web process',
    start: () => setWaiting(false),
    onWait: () => {
      setWaiting(true)
      looked()
    },
  })
  await Promise.race([usable, firstLook])
  void startProcess(() => usable).catch(endBecause)
}

/** Wraps pages, of which only those that need no database are served while the process waits for one. */
export const refusingWhileWaiting =
  (pages: PageHandler): PageHandler =>
  (request, response) =>
    isWaiting() && !needsNoDatabase.test(request.url ?? '/') ? refuse(response) : pages(request, response)

/** Scripts and styles, icons, and the API reference. */
const needsNoDatabase = /^\/(?:_next\/|docs(?=[?]|$)|embed\/card\.js|[\w-]+\.\w+(?=[?]|$))/

/** Customers read it too. */
async function refuse(response: ServerResponse): Promise<void> {
  const { message } = await waitingError()
  const page = htmlPage({
    status: 503,
    title: 'Kassa is not available at the moment',
    content: `<p>Nothing was done. Try again in a few minutes.</p>\n<p>For the operator: ${escaped(message)}</p>`,
    headers: { 'Retry-After': '2' },
  })
  response.writeHead(page.status, Object.fromEntries(page.headers))
  response.end(await page.text())
}
