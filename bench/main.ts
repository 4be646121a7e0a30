import { startKassa } from './kassa'
import { killUnderLoad } from './kills'
import { killOnStripe } from './kills-stripe'
import { measure } from './measure'
import { readOptions } from './options'

const options = readOptions()
const kassa = await startKassa()
try {
  if (options.command === 'measure') await measure(kassa, options)
  else {
    const kill = options.service === 'stripe' ? killOnStripe : killUnderLoad
    if (!(await kill(kassa, options.kills))) process.exitCode = 1
  }
} finally {
  await kassa.stop()
}
