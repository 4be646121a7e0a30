import { idempotencyError } from './errors'

export interface StoredResponse {
  status: number
  body: string
}

interface Remembered {
  fingerprint: string
  requestId: string
  at: number
  /** Undefined while the first request is being processed. */
  response: StoredResponse | undefined
}

/** Remembers responses by key, for as long as the settings say. */
export class IdempotencyKeys {
  #keys = new Map<string, Remembered>()

  /** The response to repeat, or undefined for a key that is new: it is then in use until it is stored or freed. */
  begin(
    key: string,
    request: { fingerprint: string; requestId: string; now: number; seconds: number },
  ): (StoredResponse & { requestId: string }) | undefined {
    const known = this.#keys.get(key)
    if (known && (known.response === undefined || request.now - known.at < request.seconds)) {
      if (known.fingerprint !== request.fingerprint)
        throw idempotencyError(`The key '${key}' was used for a request with other parameters.`, 400)
      if (!known.response)
        throw idempotencyError(
          `A request with the key '${key}' is still being processed.`,
          409,
          'idempotency_key_in_use',
        )
      return { ...known.response, requestId: known.requestId }
    }
    const { fingerprint, requestId, now } = request
    this.#keys.set(key, { fingerprint, requestId, at: now, response: undefined })
    return undefined
  }

  store(key: string, response: StoredResponse): void {
    const known = this.#keys.get(key)
    if (known) known.response = response
  }

  /** Forgets the key of a request that did not begin. */
  free(key: string): void {
    if (this.#keys.get(key)?.response === undefined) this.#keys.delete(key)
  }

  forgetAll(): void {
    for (const [key, { response }] of this.#keys) if (response) this.#keys.delete(key)
  }
}
