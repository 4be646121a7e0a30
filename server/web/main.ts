import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer } from 'node:http'
import { requestLockTimeout } from '@/db/turns'
import { config, provideAuth } from '../core/config/config'
import { log } from '../core/log'
import { leave } from '../http/health'
import { backlogMeter } from '../metrics/backlog'
import { serveMetrics } from '../metrics/serve-metrics'
import { endOnFaults, onShutdown, reportReady } from '../process/child'
import { startProcess } from '../process/start-process'
import { openDatabase } from '../process/with-database'
import { flushRequestLog } from '../request-log/write'
import { installRuntime, startRuntime } from '../runtime'
import { cachePages, renderInAdvance } from './cached-pages'
import { listen, type PageHandler } from './listen'
import { logConsole } from './log-console'
import { endContextsBetweenPages } from './page-contexts'
import { refusingWhileWaiting, serveWhenUsable } from './serve-when-usable'

// Next starts work before it knows whether the page needs it, so a rejected promise that nothing awaits must not end
// other requests.
endOnFaults({ survives: () => true })
await startProcess(startWeb)

async function startWeb(): Promise<void> {
  const database = await openDatabase()
  onShutdown(database.close)
  const { port, host, development, metrics } = config()
  const { runtime, close } = startRuntime({ lockTimeout: requestLockTimeout })
  installRuntime(runtime)
  onShutdown(close)
  onShutdown(() => flushRequestLog(runtime.db))

  await serveWhenUsable(runtime.db)
  if (metrics) onShutdown((await serveMetrics(metrics, backlogMeter(runtime.db))).close)
  const web = await listen({ port, host }, refusingWhileWaiting(await startPages()))
  onShutdown(() => {
    leave()
    return web.close()
  })
  if (!development) await renderInAdvance({ port: web.port, host })
  log.info({ port: web.port, host }, 'The web server is up')
  reportReady()
}

async function startPages(): Promise<PageHandler> {
  const { port, host, development } = config()
  provideAuth()
  if (!development) logConsole()
  const withContexts = endContextsBetweenPages()
  // Next expects this global when another server runs it.
  Object.assign(globalThis, { AsyncLocalStorage })
  const { default: next } = await import('next')
  // Next closes the connection of an upgrade request, such as `curl --http2` sends. Only reloading in development needs
  // upgrades. In production, Next listens to a server that nothing reaches.
  const unreached = development ? {} : { httpServer: createServer() }
  const app = next({ dev: development, dir: process.cwd(), hostname: host, port, ...unreached })
  await app.prepare()
  onShutdown(() => app.close())
  return development ? app.getRequestHandler() : cachePages(withContexts(app.getRequestHandler()))
}
