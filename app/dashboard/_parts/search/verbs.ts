import type { SearchResult } from '@/server/search/results'
import { actionPath } from '../requested-action'

/** An action on a search result: "refund T-1". */
export interface Verb {
  /** "Refund": the first word of its results. */
  name: string
  /** What people type, the longest first. */
  phrases: readonly string[]
  kind: 'order' | 'account'
  /** The page that does it, if it can be done. */
  pathFor: (result: SearchResult) => string | undefined
}

type FoundOrder = Extract<SearchResult, { kind: 'order' }>

const onOrder = (
  name: string,
  phrases: readonly string[],
  what: string,
  can: (order: FoundOrder) => boolean,
): Verb => ({
  ...{ name, phrases, kind: 'order' },
  pathFor: (result) =>
    result.kind === 'order' && can(result) ? actionPath(`/orders/${result.id}`, what) : undefined,
})

const onAccount = (
  name: string,
  phrases: readonly string[],
  pathOf: (account: Extract<SearchResult, { kind: 'account' }>) => string | undefined,
): Verb => ({
  ...{ name, phrases, kind: 'account' },
  pathFor: (result) => (result.kind === 'account' ? pathOf(result) : undefined),
})

const isOpen = ({ shares: { ordered, pending, denied } }: FoundOrder) => ordered + pending + denied > 0n

/** What the customer's bank has taken back cannot be refunded as well, and nothing can while it decides. */
const isRefundable = ({
  shares: { charged },
  disputed: { open, lost } = { open: 0n, lost: 0n },
}: FoundOrder) => open === 0n && charged > lost

const verbs: readonly Verb[] = [
  onOrder('Refund', ['refund'], 'refund', isRefundable),
  onOrder('Charge', ['charge', 'capture'], 'charge', isOpen),
  onOrder('Cancel', ['cancel', 'write off', 'void'], 'cancel', isOpen),
  onAccount('Send login link to', ['send login link', 'send link', 'login link'], ({ id, email }) =>
    email === null ? undefined : actionPath(`/accounts/${id}`, 'send-link'),
  ),
  onAccount('New order for', ['new order', 'create order'], ({ id, card }) =>
    card ? `/accounts/${id}/order` : undefined,
  ),
  onAccount('New subscription for', ['new subscription', 'subscribe'], ({ id, status }) =>
    status === 'erased' ? undefined : `/accounts/${id}/subscribe`,
  ),
]

/** Returns the verb that a text begins with, and the rest; undefined if it begins with none. */
export function verbIn(text: string): { verb: Verb; rest: string } | undefined {
  const lower = text.toLowerCase()
  for (const verb of verbs) {
    const phrase = verb.phrases.find((each) => lower === each || lower.startsWith(`${each} `))
    if (phrase === undefined) continue
    const rest = text
      .slice(phrase.length)
      .trim()
      .replace(/^(?:for|to|of|order)\s+/i, '')
    return { verb, rest }
  }
  return undefined
}
