/** A process that fails in the way that its argument names. */

import { isTransient } from '@/db/errors'
import { endOnFaults, onShutdown } from '@/server/process/child'
import { stopSignal } from '@/server/supervisor/stop'

const [, , how = '', kind = ''] = process.argv
const fault = () => {
  if (how === 'exception') throw new Error('the reason 4111 1111 1111 1111')
  // Deliberately unhandled.
  const error = new Error('the reason 4111 1111 1111 1111')
  void Promise.reject(how === 'outage' ? Object.assign(error, { code: 'ECONNREFUSED' }) : error)
}

setTimeout(fault, 50)
if (kind === 'supervisor') {
  const stop = stopSignal()
  await Promise.race([stop.requested, new Promise((resolve) => setTimeout(resolve, 10_000))])
  console.log(stop.reason ? 'stopped with a reason' : 'not stopped')
  process.exit(1)
}
endOnFaults({ survives: kind === 'web' ? () => true : isTransient })
onShutdown(() => console.log('cleaned up'))
const survives = how === 'outage' || (kind === 'web' && how === 'rejection')
setTimeout(() => process.exit(0), survives ? 1000 : 10_000)
