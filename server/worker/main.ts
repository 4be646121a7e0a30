import { config } from '../config/config'
import { log } from '../log/log'
import { installRuntime, startRuntime } from '../runtime'
import { endBecause, endOnFaults, onShutdown, reportReady } from '../supervisor/child'
import { openDatabase } from '../supervisor/with-database'
import { startWorker } from './worker'

endOnFaults()
const database = await openDatabase()
onShutdown(database.close)
const { databaseUrl, operationStaleSeconds } = config()
const { runtime, connection } = startRuntime()
installRuntime(runtime)
onShutdown(connection.close)

const worker = await startWorker(runtime, { databaseUrl, operationStaleSeconds })
onShutdown(worker.stop)
worker.failed.catch(endBecause)
log.info('The worker is up')
reportReady()
