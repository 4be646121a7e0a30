import { config } from '../core/config/config'
import { writeDemo } from '../core/demo'
import { endOnFaults, onShutdown } from '../process/child'
import { startProcess } from '../process/start-process'
import { seedDemo } from './seed-demo'

// Runs as its own process. The supervisor starts it once, on an installation without a demo.
endOnFaults()
// Ends with its supervisor.
onShutdown(() => undefined)
await startProcess(async () => {
  const { databaseUrl, baseUrl, dataDir } = config()
  const complete = await seedDemo({
    databaseUrl,
    baseUrl,
    // The sign-in details are saved before the orders are created, so that a kill in between does not lose them.
    onMerchant: (demo) => {
      writeDemo(dataDir, { ...demo, incomplete: true })
      console.log('Creating a demo merchant with 90 days of orders')
    },
  })
  if (complete) writeDemo(dataDir, complete)
})
process.exit()
