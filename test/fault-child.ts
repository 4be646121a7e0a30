/** A process that fails in the way that its argument names. */

import { endOnFaults, onShutdown } from '@/server/process/child'
import { stopSignal } from '@/server/supervisor/stop'

const [, , how = '', kind = ''] = process.argv
const fault = () => {
  if (how === 'exception') throw new Error('the reason 4111 1111 1111 1111')
  // Deliberately unhandled.
  void Promise.reject(new Error('the reason 4111 1111 1111 1111'))
}

setTimeout(fault, 50)
if (kind === 'supervisor') {
  const stop = stopSignal()
  await Promise.race([stop.requested, new Promise((resolve) => setTimeout(resolve, 10_000))])
  console.log(stop.reason ? 'stopped with a reason' : 'not stopped')
  process.exit(1)
}
endOnFaults({ surviveRejections: kind === 'web' })
onShutdown(() => console.log('cleaned up'))
setTimeout(() => process.exit(0), kind === 'web' && how === 'rejection' ? 1000 : 10_000)
