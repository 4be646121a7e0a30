// Loaded into the web process before its own code. Reports the longest block of the event loop to the benchmark.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolution = 10
const delay = monitorEventLoopDelay({ resolution })
delay.enable()
process.on('message', (message) => {
  if (message !== 'longest block') return
  // The histogram's values include the resolution.
  process.send?.({ longestBlockMs: Math.max(0, delay.max / 1e6 - resolution) })
  delay.reset()
})
