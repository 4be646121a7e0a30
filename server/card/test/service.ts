import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@/db/client'
import type { Capabilities, CardCall, CardService, FollowUp, Outcome } from '../../model/card/service'
import { authoriseStored, authoriseToken, entryOf, findCard, storeToken } from './books'
import { type Fault, type FaultKind, takeFault } from './faults'
import { findStanding, followUp } from './follow-up'
import { acquirerBooks } from './payments'
import { describeToken, tokenId } from './tokenise'

const capabilities: Capabilities = {
  captures: 'several',
  partialCancel: true,
  authorisationDays: null,
  keySeconds: null,
  currencies: 'all',
  entry: 'ours',
}

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
  const fault = (kind: FaultKind, { merchantId }: CardCall) => takeFault(db, { merchantId, kind })
  const follow = async (kind: 'capture' | 'cancel' | 'refund', call: FollowUp) => {
    const [planned, standing] = await Promise.all([fault(kind, call), findStanding(db, call)])
    return misbehaving(planned, () => followUp(db, kind, call, standing))
  }
  return {
    name: 'test',
    capabilities: () => Promise.resolve(capabilities),
    describe: (token, at) => describeToken(db, token, at),
    store: async (call) =>
      misbehaving(await fault('store', call), () =>
        withToken(call, call.token, (id) => storeToken(db, call, id)),
      ),
    authorize: async (call) => {
      const { source } = call
      if ('token' in source) {
        return misbehaving(await fault('authorise', call), () =>
          withToken(call, source.token, (id) => authoriseToken(db, call, id)),
        )
      }
      const cardId = source.storedCard
      const named = { merchantId: call.merchantId, id: cardId }
      const [planned, card] = await Promise.all([fault('authorise', call), findCard(db, named)])
      return misbehaving(planned, () => authoriseStored(db, call, { cardId, card }))
    },
    capture: (call) => follow('capture', call),
    cancel: (call) => follow('cancel', call),
    refund: (call) => follow('refund', call),
    books: acquirerBooks(db),
    find: async (lookup) => misbehaving(await fault('retrieve', lookup), () => entryOf(db, lookup)),
  }
}

/** Does the work, or misbehaves as instructed (`npm run acquirer`). */
async function misbehaving<T>(fault: Fault | undefined, work: () => Promise<T>): Promise<T | Outcome<never>> {
  if (fault?.fault === 'fail') return { status: 'failed', cause: new Error('The acquirer was told to fail') }
  if (fault?.fault === 'delay') await wait(fault.delayMs)
  const outcome = await work()
  return fault?.fault === 'timeout' ? new Promise<never>(() => {}) : outcome
}
