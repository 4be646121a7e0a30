import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@/db/client'
import type { CardCall, CardService, Outcome } from '../../model/card/service'
import {
  authoriseStored,
  authoriseToken,
  entryOf,
  type FaultKind,
  followUp,
  storeToken,
  takeFault,
} from './books'
import { describeToken, tokenId } from './tokenise'

/**
 * Returns the card service `test`, an adapter to the simulated acquirer in this folder. `bankUrl` is the page where
 * cardholders verify themselves.
 */
export function testCardService(db: Database, bankUrl: string): CardService {
  const withToken = async <T>(
    call: CardCall,
    token: string,
    use: (id: string) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> => {
    const id = await tokenId(token, call.merchantId)
    if (!id) return { status: 'invalid token' }
    const outcome = await use(id)
    return outcome.status === 'verification required'
      ? { ...outcome, challenge: { ...outcome.challenge, url: bankUrl } }
      : outcome
  }
  return {
    name: 'test',
    describe: (token, at) => describeToken(db, token, at),
    store: (call) =>
      misbehaving(db, 'store', call, () => withToken(call, call.token, (id) => storeToken(db, call, id))),
    authorize: (call) =>
      misbehaving(db, 'authorise', call, () =>
        'token' in call.source
          ? withToken(call, call.source.token, (id) => authoriseToken(db, call, id))
          : authoriseStored(db, call, call.source.storedCard),
      ),
    capture: (call) => misbehaving(db, 'capture', call, () => followUp(db, 'capture', call)),
    cancel: (call) => misbehaving(db, 'cancel', call, () => followUp(db, 'cancel', call)),
    refund: (call) => misbehaving(db, 'refund', call, () => followUp(db, 'refund', call)),
    retrieve: (call) => misbehaving(db, 'retrieve', call, () => entryOf(db, call)),
  }
}

/** Does the work, or misbehaves as the acquirer was told to (`npm run acquirer`). */
async function misbehaving<T>(
  db: Database,
  kind: FaultKind,
  call: CardCall,
  work: () => Promise<T>,
): Promise<T | Outcome<never>> {
  const fault = await takeFault(db, { merchantId: call.merchantId, kind })
  if (fault?.fault === 'fail') return { status: 'failed', cause: new Error('The acquirer was told to fail') }
  if (fault?.fault === 'delay') await wait(fault.delayMs)
  const outcome = await work()
  return fault?.fault === 'timeout' ? new Promise<never>(() => {}) : outcome
}
