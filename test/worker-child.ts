/** A worker as in production, on the database of a test. */

import { loadConfig } from '@/server/core/config/config'
import { startRuntime } from '@/server/runtime'
import { startWorker } from '@/server/worker/worker'

const { databaseUrl } = loadConfig(process.env)
const { runtime } = startRuntime()
await startWorker(runtime, { databaseUrl, operationStaleSeconds: 1 })
process.send?.('up')
