import { url } from '../model/fields'
import { config } from './config/config'
import { maySave } from './networks'

/** An address that callbacks can be sent to. The IP address behind its name is checked again at each delivery. */
export const callbackUrl = () =>
  url().refine((address) => maySave(address, config().callbackNetworks), {
    error: 'must be a public address: callbacks do not go to private or local networks',
    params: { type: 'url' },
  })
