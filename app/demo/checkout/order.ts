import type { Card } from '@/server/model/card/schemas'
import { product } from './product'

/** Sends an order. Its idempotency key makes sure that it is created once, however often it is sent. */
export interface OrderAttempt {
  body: string
  idempotencyKey: string
}

export interface Ordered {
  id: string
  number: string
}

export type OrderResult =
  | { status: 'ordered'; order: Ordered }
  | { status: 'verify'; response: unknown }
  | { status: 'declined'; code: string }
  /** Too many cards were declined, so no bank was asked. */
  | { status: 'limited' }
  | { status: 'refused' }
  | { status: 'unknown' }

/** An order of `quantity` bags on a card. `name`: what the bag is called in the shopper's language. */
export function attemptTo(name: string, quantity: number, card: Card): OrderAttempt {
  const { currency, ...item } = product
  const number = `WEB-${crypto.randomUUID().slice(0, 8).toUpperCase()}`
  const order = {
    number,
    items: { name, ...item, quantity },
    currency,
    payment: { type: 'card', card: card.token },
  }
  return { body: JSON.stringify(order), idempotencyKey: crypto.randomUUID() }
}

export async function order(publicKey: string, { body, idempotencyKey }: OrderAttempt): Promise<OrderResult> {
  try {
    const response = await fetch('/v1/order', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${publicKey}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': idempotencyKey,
      },
      body,
    })
    const received = await response.json()
    if (response.ok) return { status: 'ordered', order: { id: received.id, number: received.number } }
    if (response.status >= 500 || response.status === 409) return { status: 'unknown' }
    if (received.content?.description === 'verification required')
      return { status: 'verify', response: received }
    if (response.status === 429) return { status: 'limited' }
    if (received.content?.type !== 'Card') return { status: 'refused' }
    return { status: 'declined', code: String(received.content.details?.code ?? '') }
  } catch {
    return { status: 'unknown' }
  }
}
