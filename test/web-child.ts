/** The web server as in production, but without pages, on a given database and a free port. */

import { config } from '@/server/core/config/config'
import { endOnFaults, onShutdown } from '@/server/process/child'
import { flushRequestLog } from '@/server/request-log/write'
import { installRuntime, startRuntime } from '@/server/runtime'
import { listen } from '@/server/web/listen'
import { refusingWhileWaiting, serveWhenUsable } from '@/server/web/serve-when-usable'

endOnFaults({ survives: () => true })
const { runtime, close } = startRuntime()
installRuntime(runtime)
onShutdown(close)
onShutdown(() => flushRequestLog(runtime.db))
await serveWhenUsable(runtime.db)
const pages = refusingWhileWaiting((_, response) => {
  response.end('a page')
})
const web = await listen({ port: 0, host: config().host }, pages)
onShutdown(web.close)
process.send?.({ port: web.port })
