// Loaded into the web process before its own code. Tells the benchmark the longest block of the event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolution = 10
const delay = monitorEventLoopDelay({ resolution })
delay.enable()
process.on('message', (message) => {
  if (message !== 'longest block') return
  // The histogram holds the time between two timers, and so the resolution too.
  process.send?.({ longestBlockMs: Math.max(0, delay.max / 1e6 - resolution) })
  delay.reset()
})
