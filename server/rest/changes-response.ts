import { hideCardNumbers } from '../model/card-number'
import type { OrderOutcome } from '../payment/change-orders'
import { eventResponse } from '../store/order-response'

/** Returns the response to a change of several orders: 207 if any of them failed. */
export function changesResponse(
  outcomes: readonly OrderOutcome[],
  respondTo: (error: unknown) => { status: number; body?: unknown; headers?: Record<string, string> },
) {
  const described = outcomes.map(({ id, events, error }) => ({
    id,
    events,
    error: error === undefined ? undefined : respondTo(error),
  }))
  const retryAfter = described.flatMap(({ error }) => error?.headers?.['Retry-After'] ?? [])[0]
  return {
    status: described.some(({ error }) => error) ? 207 : 200,
    // Repeating the request completes the rest.
    provisional: retryAfter !== undefined || described.some(({ error }) => error && error.status >= 500),
    ...(retryAfter !== undefined && { headers: { 'Retry-After': retryAfter } }),
    body: described.map(({ id, events, error }) => ({
      // An unknown id is the caller's own text.
      id: hideCardNumbers(id),
      event: events.map((row) => eventResponse(row)),
      ...(error && { error: error.body }),
    })),
  }
}
