import { expect, vi } from 'vitest'
import type { CardService } from '@/server/model/card/service'
import { deferred } from './deferred'

/** An authorisation that a card service does not answer yet. */
export interface HeldAuthorisation {
  /** Waits until the card service has been called. */
  isHeld(): Promise<void>
  /** Lets it go on. Further authorisations are never held. */
  release(): void
}

/** Holds the next authorisation at a card service. */
export function holdAuthorisation(service: CardService): HeldAuthorisation {
  const released = deferred<void>()
  const authorize = service.authorize.bind(service)
  const calls = vi.spyOn(service, 'authorize').mockImplementationOnce(async (given) => {
    await released.promise
    return authorize(given)
  })
  return {
    isHeld: () => expect.poll(() => calls.mock.calls.length).toBe(1),
    release: () => {
      released.resolve()
      calls.mockRestore()
    },
  }
}
