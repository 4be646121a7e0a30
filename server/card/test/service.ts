import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@/db/client'
import type { Capabilities, CardCall, CardService, Outcome } from '../../model/card/service'
import { tokenId } from '../token'
import { authorisation, authorise } from './authorise'
import { acquirerBooks } from './books'
import { type AcquirerDecision, type AcquirerRequest, decideAnyway, findDecision } from './entries'
import { type FaultName, takeFault } from './faults'
import { follow, followUp } from './follow-up'
import { authoriseToken, storeToken } from './spend-token'
import { describeToken } from './tokenise'

const capabilities: Capabilities = {
  captures: 'several',
  capturesWhileAccepted: true,
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
  /** Decides at once, unless a fault is planned or the operation is known. */
  const request = async (
    given: AcquirerRequest,
    decide: (db: Database, request: AcquirerRequest) => Promise<AcquirerDecision | undefined>,
  ): Promise<AcquirerDecision> => {
    const decision = await decide(db, given)
    if (decision) return decision
    return misbehaving(db, given.entry, () => decideAnyway(db, given, (again) => decide(db, again)))
  }
  return {
    name: 'test',
    capabilities: () => Promise.resolve(capabilities),
    describe: (token, at) => describeToken(db, token, at),
    store: (call) =>
      misbehaving(db, { ...call, kind: 'store' }, () =>
        withToken(call, call.token, (id) => storeToken(db, call, id)),
      ),
    authorize: (call) => {
      const { source } = call
      if ('token' in source) {
        return misbehaving(db, { ...call, kind: 'authorise' }, () =>
          withToken(call, source.token, (id) => authoriseToken(db, call, id)),
        )
      }
      return request(authorisation(call, source.storedCard), authorise)
    },
    capture: (call) => request(followUp('capture', call), follow),
    cancel: (call) => request(followUp('cancel', call), follow),
    refund: (call) => request(followUp('refund', call), follow),
    books: acquirerBooks(db),
    find: (lookup) =>
      misbehaving(
        db,
        { ...lookup, kind: 'retrieve' },
        async () => (await findDecision(db, lookup)) ?? { status: 'absent' },
      ),
  }
}

/** Does the work, or misbehaves as instructed (`npm run acquirer`). */
async function misbehaving<T>(
  db: Database,
  { merchantId, kind }: FaultName,
  work: () => Promise<T>,
): Promise<T | Outcome<never>> {
  const fault = await takeFault(db, { merchantId, kind })
  if (fault?.fault === 'fail') return { status: 'failed', cause: new Error('The acquirer is set to fail') }
  if (fault?.fault === 'delay') await wait(fault.delayMs)
  const outcome = await work()
  return fault?.fault === 'timeout' ? new Promise<never>(() => {}) : outcome
}
