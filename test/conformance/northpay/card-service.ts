import * as z from 'zod'
import type { Books } from '@/server/model/card/books'
import { Card } from '@/server/model/card/schemas'
import {
  type Authorised,
  type CardService,
  declineCodes,
  type Found,
  type Outcome,
} from '@/server/model/card/service'

const amount = z.coerce.bigint()
const Facts = Card.pick({ scheme: true, last4: true, expires: true }).extend({ fingerprint: z.string() })

/** What Northpay recorded about an operation. It returns the same record to a repeated request. */
const Operation = z.object({
  payment: z.string(),
  status: z.enum(['done', 'declined', 'token used']),
  reason: z.enum(declineCodes).optional(),
})
const StoredCard = Operation.extend({ card: z.string(), facts: Facts })
const Movement = z.object({ key: z.string(), kind: z.enum(['charge', 'cancel', 'refund']), amount })
const NorthpayPayment = z.object({
  id: z.string(),
  key: z.string(),
  order: z.string().optional(),
  created: z.coerce.date(),
  amount,
  currency: z.string(),
  captured: z.boolean(),
  movements: z.array(Movement),
})
type NorthpayPayment = z.infer<typeof NorthpayPayment>

/** A card service for Northpay, an imaginary processor, with one secret key for the whole installation. */
export function northpay({ url, secret }: { url: string; secret: string }): CardService {
  /** Returns undefined if Northpay has no such object. After any other failure the outcome is unknown, so it throws. */
  async function request<T>(shape: z.ZodType<T>, path: string, sent?: { key: string; body: object }) {
    const body = sent && JSON.stringify(sent.body, (_, part) => (typeof part === 'bigint' ? `${part}` : part))
    const headers = { Authorization: `Bearer ${secret}`, ...(sent && { 'Idempotency-Key': sent.key }) }
    const response = await fetch(url + path, { headers, ...(body && { method: 'POST', body }) })
    if (response.status === 404) return undefined
    if (!response.ok) throw new Error(`Northpay responded ${response.status} to ${path}`)
    return shape.parse(await response.json())
  }

  /** Sends an operation under its id, and translates the record. */
  async function send<R extends z.infer<typeof Operation>, T>(
    shape: z.ZodType<R>,
    path: string,
    sent: { operation: string; body: object },
    done: (record: R) => T,
  ): Promise<Outcome<T>> {
    try {
      const record = await request(shape, path, { key: sent.operation, body: sent.body })
      if (!record) return { status: 'declined', code: 'invalid transaction' }
      return record.status === 'done' ? { status: 'done', ...done(record) } : refusalOf(record)
    } catch (cause) {
      return { status: 'unknown', cause }
    }
  }

  const follow =
    (path: string): CardService['capture'] =>
    ({ authorisation, operation, amount, currency }) =>
      send(
        Operation,
        `/payments/${authorisation}/${path}`,
        { operation, body: { amount, currency } },
        authorised,
      )

  return {
    name: 'northpay',
    capabilities: async () => ({
      captures: 'several',
      capturesWhileAccepted: true,
      partialCancel: true,
      authorisationDays: null,
      keySeconds: 7 * 86_400,
      currencies: new Set(['DKK', 'EUR', 'NOK', 'SEK']),
      entry: 'theirs',
    }),
    describe: (token) => request(Facts, `/tokens/${token}`),
    store: ({ operation, token, account }) =>
      send(StoredCard, '/cards', { operation, body: { token, customer: account } }, ({ card, facts }) => ({
        reference: card,
        card: facts,
      })),
    authorize: ({ operation, source, amount, currency, order, capture = false }) =>
      send(
        Operation,
        '/payments',
        { operation, body: { ...source, amount, currency, order, capture } },
        authorised,
      ),
    capture: follow('captures'),
    cancel: follow('releases'),
    refund: follow('refunds'),
    find: async ({ operation }): Promise<Found> => {
      try {
        const record = await request(Operation, `/operations/${operation}`)
        if (!record) return { status: 'absent' }
        return record.status === 'done' ? { status: 'done', ...authorised(record) } : refusalOf(record)
      } catch (cause) {
        return { status: 'unknown', cause }
      }
    },
    books: {
      async *pages(_, { from, to }): ReturnType<Books['pages']> {
        for (let after = ''; ; ) {
          const range = new URLSearchParams({
            after,
            from: from.toISOString(),
            ...(to && { to: to.toISOString() }),
          })
          const page = (await request(z.array(NorthpayPayment), `/payments?${range}`)) ?? []
          if (page.length > 0) yield page.map(booked)
          const last = page.at(-1)
          if (!last) return
          after = last.id
        }
      },
      payment: async ({ reference }) => {
        const payment = await request(NorthpayPayment, `/payments/${reference}`)
        return payment && booked(payment)
      },
    },
  }
}

const authorised = ({ payment }: z.infer<typeof Operation>): Authorised => ({ reference: payment })

const refusalOf = ({ status, reason }: z.infer<typeof Operation>) =>
  status === 'token used'
    ? ({ status: 'invalid token' } as const)
    : ({ status: 'declined', code: reason ?? 'card declined' } as const)

/** A payment as reconciliation compares it. Northpay records every movement separately. */
function booked({ id, key, order, created, amount, currency, captured, movements }: NorthpayPayment) {
  const sum = (kind: string) =>
    movements.filter((each) => each.kind === kind).reduce((total, each) => total + each.amount, 0n)
  return {
    reference: id,
    created,
    operation: key,
    ...(order !== undefined && { order }),
    amount,
    currency,
    charged: captured ? amount : sum('charge'),
    refunded: sum('refund'),
    cancelled: sum('cancel'),
    expired: false,
    inProgress: false,
    movements: movements.map(({ key, ...each }) => ({
      ...each,
      id: key,
      operation: key,
      status: 'done' as const,
    })),
    recorded: new Set(['charge', 'cancel', 'refund'] as const),
  }
}
