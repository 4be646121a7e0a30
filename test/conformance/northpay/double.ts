import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { CardMeaning, SubjectMovement } from '../subject'

const facts = { scheme: 'visa', last4: '4242', expires: [12, 30], fingerprint: 'one' }
const declines: readonly CardMeaning[] = ['card declined', 'insufficient funds', 'suspected fraud']

interface Held {
  id: string
  key: string
  order?: string
  created: string
  amount: bigint
  currency: string
  captured: boolean
  movements: { key: string; kind: 'charge' | 'cancel' | 'refund'; amount: bigint }[]
}
type Body = {
  token?: string
  storedCard?: string
  amount: string
  currency: string
  order?: string
  capture?: boolean
}

/** Northpay, as far as its adapter needs it. */
export async function startNorthpay() {
  const tokens = new Map<string, { card: CardMeaning; used: boolean }>()
  const cards = new Map<string, CardMeaning>()
  const payments = new Map<string, Held>()
  const records = new Map<string, object>()
  const losses = new Map<string, 'request' | 'response'>()

  const sum = ({ movements }: Held, ...kinds: string[]) =>
    movements.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total + amount, 0n)
  const chargedOf = (held: Held) => (held.captured ? held.amount : sum(held, 'charge'))
  const openOf = (held: Held) => held.amount - chargedOf(held) - sum(held, 'cancel')
  const refused = (reason: string, payment = '') => ({ status: 'declined', payment, reason })

  function spend(token: string): CardMeaning | undefined {
    const found = tokens.get(token)
    if (!found || found.used) return undefined
    found.used = true
    return found.card
  }

  function pay(key: string, body: Body): object {
    const card = body.token === undefined ? cards.get(body.storedCard ?? '') : spend(body.token)
    if (!card)
      return body.token === undefined ? refused('invalid card number') : { status: 'token used', payment: '' }
    if (declines.includes(card)) return refused(card)
    const id = `pay_${payments.size + 1}_${randomUUID()}`
    const held: Held = {
      id,
      key,
      created: new Date().toISOString(),
      amount: BigInt(body.amount),
      currency: body.currency,
      captured: body.capture ?? false,
      movements: [],
      ...(body.order !== undefined && { order: body.order }),
    }
    payments.set(id, held)
    return { status: 'done', payment: id }
  }

  function move(
    key: string,
    id: string,
    kind: Held['movements'][number]['kind'],
    body: Body,
  ): object | undefined {
    const held = payments.get(id)
    if (!held) return undefined
    const amount = BigInt(body.amount)
    if (body.currency !== held.currency) return refused('invalid currency', id)
    const left = kind === 'refund' ? chargedOf(held) - sum(held, 'refund') : openOf(held)
    if (amount > left) return refused('invalid transaction', id)
    held.movements.push({ key, kind, amount })
    return { status: 'done', payment: id }
  }

  function store(body: Body): object {
    const card = spend(body.token ?? '')
    if (!card) return { status: 'token used', payment: '', card: '', facts }
    if (declines.includes(card)) return { ...refused(card), card: '', facts }
    const id = randomUUID()
    cards.set(id, card)
    return { status: 'done', payment: '', card: id, facts }
  }

  function change(path: string, key: string, body: Body): object | undefined {
    const [, what, id = '', then] = path.split('/')
    if (what === 'cards') return store(body)
    if (then === undefined) return pay(key, body)
    const kind = { captures: 'charge', releases: 'cancel', refunds: 'refund' } as const
    return then in kind ? move(key, id, kind[then as keyof typeof kind], body) : undefined
  }

  function read(path: string, query: URLSearchParams): object | undefined {
    const [, what, id] = path.split('/')
    if (what === 'operations') return records.get(id ?? '')
    if (what === 'tokens') return tokens.get(id ?? '')?.used === false ? facts : undefined
    if (id !== undefined) return payments.get(id)
    const [from, to] = [query.get('from') ?? '', query.get('to')]
    const isWithin = ({ created }: { created: string }) => created >= from && (to === null || created < to)
    const all = [...payments.values()].filter(isWithin)
    return all.slice(1 + all.findIndex((held) => held.id === query.get('after'))).slice(0, 2)
  }

  const kindOf = (path: string): SubjectMovement =>
    path.endsWith('/captures')
      ? 'capture'
      : path.endsWith('/releases')
        ? 'cancel'
        : path.endsWith('/refunds')
          ? 'refund'
          : 'authorise'

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://northpay')
    const key = String(request.headers['idempotency-key'] ?? '')
    const body = request.method === 'POST' ? ((await json(request)) as Body) : undefined
    const loss = body && losses.get(kindOf(pathname))
    if (loss) losses.delete(kindOf(pathname))
    if (loss === 'request') return void request.socket.destroy()
    const found = body ? (records.get(key) ?? change(pathname, key, body)) : read(pathname, searchParams)
    if (body && found) records.set(key, found)
    if (loss === 'response') return void request.socket.destroy()
    const text = JSON.stringify(found ?? {}, (_, part) => (typeof part === 'bigint' ? `${part}` : part))
    response.writeHead(found ? 200 : 404).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
    token(card: CardMeaning): string {
      const token = randomUUID()
      tokens.set(token, { card, used: false })
      return token
    },
    books(id: string) {
      const held = payments.get(id)
      if (!held) throw new Error(`There is no payment ${id}`)
      return {
        authorised: held.amount,
        captured: chargedOf(held),
        refunded: sum(held, 'refund'),
        open: openOf(held),
      }
    },
    lose: (kind: SubjectMovement, what: 'request' | 'response') => void losses.set(kind, what),
  }
}
