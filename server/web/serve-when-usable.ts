import type { ServerResponse } from 'node:http'
import { escaped, htmlPage } from '@/app/_parts/html-page'
import type { Database } from '@/db/client'
import { isWaiting, setWaiting, waitingError } from '../http/health'
import { endBecause } from '../process/child'
import { startProcess } from '../process/start-process'
import { startWhenUsable } from '../process/start-when-usable'
import type { PageHandler } from './listen'

/**
 * Refuses requests that need the database until it is reachable and has the tables of this version: on other tables,
 * requests would fail or do the wrong thing. Resolves after the first check, so that the server can listen. A wrong
 * encryption key ends the process, even if it is found later.
 */
export const serveWhenUsable = (db: Database): Promise<void> =>
  new Promise((checked) => {
    const wait = (isWaiting: boolean) => {
      setWaiting(isWaiting)
      checked()
    }
    const serve = () =>
      startWhenUsable(db, { name: 'web process', start: () => wait(false), onWait: () => wait(true) })
    void startProcess(serve).catch(endBecause)
  })

/** Wraps pages. While the process waits for its database, only pages that do not need it are served. */
export const refusingWhileWaiting =
  (pages: PageHandler): PageHandler =>
  (request, response) =>
    isWaiting() && !needsNoDatabase.test(request.url ?? '/') ? refuse(response) : pages(request, response)

/** Scripts and styles, icons, and the API reference. */
const needsNoDatabase = /^\/(?:_next\/|docs(?=[?]|$)|embed\/card\.js|[\w-]+\.\w+(?=[?]|$))/

/** Customers see this page too. */
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
