import { constants, setPriority } from 'node:os'
import { isTransient } from '@/db/errors'
import { config } from '../core/config/config'
import { log } from '../core/log'
import { serveMetrics } from '../metrics/serve-metrics'
import { endBecause, endOnFaults, onShutdown, reportReady } from '../process/child'
import { startProcess } from '../process/start-process'
import { startWhenUsable } from '../process/start-when-usable'
import { openDatabase } from '../process/with-database'
import { installRuntime, startRuntime } from '../runtime'
import { clockProblem } from './clock-guard'
import { startWorker } from './worker'

// Where web and worker share processors, the web process comes first, because users wait for it.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// The job queue does not await all of its statements. Those that fail during an outage must not end the worker.
endOnFaults({ survives: isTransient })
await startProcess(async () => {
  const database = await openDatabase()
  onShutdown(database.close)
  const { databaseUrl, operationStaleSeconds, metrics } = config()
  const { runtime, close } = startRuntime()
  installRuntime(runtime)
  onShutdown(close)

  if (metrics) onShutdown((await serveMetrics(metrics)).close)
  const start = () => startWorker(runtime, { databaseUrl, operationStaleSeconds })
  const worker = await startWhenUsable(runtime.db, { name: 'worker', start, otherProblem: clockProblem })
  onShutdown(worker.stop)
  worker.failed.catch(endBecause)
  log.info('The worker is up')
  reportReady()
})
