import { ApiKeys } from './api-keys'
import { type Book, books } from './books'
import { type OperationInput, type OperationName, type OperationResult, operate } from './control'
import { Deliveries } from './deliveries'
import { Faults } from './faults'
import { IdempotencyKeys } from './idempotency'
import { Pace } from './pace'
import { SeededRandom } from './random'
import type { DoubleSettings } from './settings'
import { DoubleState } from './state'

/** A request that was served, for tests of what was sent. */
export interface StripeRequest {
  id: string
  method: string
  path: string
  key: string | null
  /** The status of the response, even if it was lost; 0 if nothing was done. */
  status: number
  replayed: boolean
  /** Whether the connection was broken instead of responding. */
  lost: boolean
  at: number
}

/** One Stripe account behind an HTTP server, with switches for misbehaviour. */
export class StripeDouble {
  readonly state: DoubleState
  readonly faults: Faults
  readonly pace = new Pace()
  readonly idempotency = new IdempotencyKeys()
  readonly apiKeys: ApiKeys
  readonly deliveries: Deliveries
  readonly requests: StripeRequest[] = []
  readonly secretKey: string
  readonly restrictedKey: string
  readonly publishableKey: string

  constructor(seed: number, settings: Partial<DoubleSettings>) {
    this.state = new DoubleState(seed, settings)
    // Separate seeds, so that the number of ids does not change which requests fail.
    this.faults = new Faults(new SeededRandom(seed + 1))
    this.apiKeys = new ApiKeys(new SeededRandom(seed + 2), this.state.livemode)
    this.deliveries = new Deliveries(this.state, new SeededRandom(seed + 3))
    this.secretKey = this.apiKeys.create('secret')
    this.restrictedKey = this.apiKeys.create('restricted')
    this.publishableKey = this.apiKeys.create('publishable')
  }

  /** Does what `POST /_double/{name}` does. */
  operate<N extends OperationName>(name: N, input: OperationInput<N>): OperationResult<N> {
    return operate(this, name, input)
  }

  books(): Book[] {
    return books(this.state)
  }

  async close(): Promise<void> {
    this.state.clock.close()
    await this.deliveries.close()
  }
}
