import type { Card } from '@/server/model/card/schemas'
import { monthIn, type Name, names, propertyOf, type Typed } from './flaws'

export type Tokenised =
  | { status: 'done'; card: Card }
  | { status: 'wrong'; field: Name }
  | { status: 'key refused' }
  | { status: 'no answer' }

const patienceMs = 20_000

/** Has our own server tokenise a card. The number is sent nowhere else. */
export async function tokenise(publicKey: string, { number, expires, csc }: Typed): Promise<Tokenised> {
  try {
    const answer = await fetch('/v1/card', {
      method: 'POST',
      credentials: 'omit',
      cache: 'no-store',
      headers: { Authorization: `Bearer ${publicKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ pan: number.replace(/\D/g, ''), expires: monthIn(expires), csc: csc.trim() }),
      signal: AbortSignal.timeout(patienceMs),
    })
    if (answer.ok) return { status: 'done', card: await answer.json() }
    if (answer.status === 401 || answer.status === 403) return { status: 'key refused' }
    const property = (await answer.json()).content?.property
    const field = names.find((name) => propertyOf[name] === String(property).split('[')[0])
    return field ? { status: 'wrong', field } : { status: 'no answer' }
  } catch {
    return { status: 'no answer' }
  }
}
