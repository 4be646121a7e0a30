/** Registers its shutdown only after its supervisor is gone, like a process that was still loading when that died. */

import { setTimeout as wait } from 'node:timers/promises'
import { onShutdown } from '@/server/process/child'

while (process.connected) await wait(10)
onShutdown(() => undefined)
// Keeps the process alive if nothing ends it.
setInterval(() => undefined, 1000)
