import { type CardField, cardFields } from '@/app/_parts/customer/card-inputs'
import type { Card } from '@/server/model/card/schemas'
import { type CardText, monthIn, propertyOf } from './flaws'

export type Tokenised =
  | { status: 'done'; card: Card }
  | { status: 'wrong'; field: CardField }
  | { status: 'key refused' }
  | { status: 'no response' }

const timeoutMs = 20_000

/** Has our own server tokenise a card, or its reference at the card service. A number is sent nowhere else. */
export async function tokenise(
  publicKey: string,
  given: CardText | { reference: string },
): Promise<Tokenised> {
  try {
    const response = await fetch('/v1/card', {
      method: 'POST',
      credentials: 'omit',
      cache: 'no-store',
      headers: { Authorization: `Bearer ${publicKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify('reference' in given ? given : typed(given)),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) return { status: 'done', card: await response.json() }
    if (response.status === 401 || response.status === 403) return { status: 'key refused' }
    const property = (await response.json()).content?.property
    const field = cardFields.find((name) => propertyOf[name] === String(property).split('[')[0])
    return field ? { status: 'wrong', field } : { status: 'no response' }
  } catch {
    return { status: 'no response' }
  }
}

const typed = ({ number, expires, csc }: CardText) => ({
  pan: number.replace(/\D/g, ''),
  expires: monthIn(expires),
  csc: csc.trim(),
})
