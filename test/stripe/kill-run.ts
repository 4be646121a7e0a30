import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { idempotentRequest, operation } from '@/db/schema'
import type { Account } from '@/server/model/account'
import type { Card } from '@/server/model/card/schemas'
import type { Order } from '@/server/model/order/schemas'
import { compareBooks } from './compare-books'
import type { RunningDouble } from './start-double'
import { Victim } from './victim'

export interface KillRun {
  db: Database
  databaseUrl: string
  /** Connected to the double. Its notices go to an address that stays alive. */
  merchant: { id: string; privateKey: string }
  double: RunningDouble
  kills: number
}

export interface KillReport {
  orders: number
  requests: number
  repetitions: number
  /** Deviations from the requests, and differences between the books; empty if everything was done exactly once. */
  differences: string[]
}

/** How many customers there are at a time, and how many subscriptions are billed at the same time. */
const customersAtATime = 10
const subscribers = 25
const pauseBetweenKills = { minMs: 150, maxMs: 700 }
const timeoutMs = 90_000

/**
 * Kills two web processes and a worker in turn, and restarts them at once, while customers create, charge, refund and
 * cancel orders and subscriptions are billed. Meanwhile requests to Stripe and its responses are lost, it forgets keys
 * after seconds, and its notices come twice, out of order or not at all.
 */
export async function killAtStripe(run: KillRun): Promise<KillReport> {
  const { double, kills } = run
  const victims = [new Victim('web', run), new Victim('worker', run), new Victim('web', run)]
  const crowd = new Crowd(run.merchant.privateKey, () => victims.flatMap(({ port }) => port ?? []))
  try {
    await Promise.all(victims.map((victim) => victim.start()))
    await crowd.subscribe(subscribers)
    misbehave(double)
    const served = crowd.serve()
    for (let kill = 0; kill < kills; kill++) {
      const { minMs, maxMs } = pauseBetweenKills
      await wait(minMs + Math.random() * (maxMs - minMs))
      await victims[kill % victims.length]?.restart()
      await freeKeys(run)
    }
    crowd.stop()
    double.operate('clear-faults', {})
    let isServed = false
    void served.finally(() => (isServed = true)).catch(() => undefined)
    while (!isServed) await Promise.all([freeKeys(run), wait(500)])
    await served
    await settle(run)
    const differences = [...crowd.differences, ...(await compareBooks(run, crowd.expected))]
    return { ...crowd.counts, differences }
  } finally {
    await Promise.all(victims.map((victim) => victim.end()))
  }
}

/** How often each fault happens to a request. */
const faults = {
  'lost-after': 0.05,
  'lost-before': 0.03,
  cut: 0.03,
  'error-after': 0.02,
  'lock-timeout': 0.05,
  'rate-limit': 0.03,
  'bare-404': 0.02,
  gateway: 0.02,
  'error-before': 0.02,
  // Longer than a call may take.
  delay: 0.02,
  slow: 0.02,
} as const

const paths = '^/v1/(payment_intents|refunds|customers|setup_intents)'

function misbehave(double: RunningDouble): void {
  for (const kind of Object.keys(faults) as (keyof typeof faults)[])
    double.operate('fault', { kind, path: paths, chance: faults[kind], ms: 2500 })
  double.operate('notifications', { copies: 2, shuffleMs: 500, drop: 0.3, retries: 0 })
  // Longer than one call of the card service, and shorter than recovery often takes.
  double.operate('settings', { keySeconds: 4, refundSeconds: 3 })
}

/** Frees the keys of requests whose process may be dead, which takes half a minute otherwise. */
const freeKeys = ({ db }: KillRun) =>
  db
    .update(idempotentRequest)
    .set({ started: new Date(0) })
    .where(
      and(isNull(idempotentRequest.status), lt(idempotentRequest.started, sql`now() - interval '1 second'`)),
    )

/** Waits until no operation is running. */
async function settle({ db, merchant, double }: KillRun): Promise<void> {
  double.operate('advance', { seconds: 10 })
  const running = and(
    eq(operation.merchantId, merchant.id),
    inArray(operation.status, ['pending', 'accepted']),
  )
  const deadline = Date.now() + timeoutMs
  while ((await db.$count(operation, running)) > 0) {
    // Recovery waits longer and longer, and the notices that would speed it up may be lost.
    await db
      .update(operation)
      .set({ attempted: new Date(0) })
      .where(and(running, lt(operation.attempted, sql`now() - interval '3 seconds'`)))
    if (Date.now() > deadline) throw new Error(`${await db.$count(operation, running)} operations are stuck`)
    await wait(200)
  }
}

type EventType = 'charge' | 'refund' | 'cancel'

/** An order that was created, and the events that it must have. */
export interface Expected {
  id: string
  events: string[]
}

/** What customers do, by their card. A charge of `pm_card_amex` releases the rest; its refunds come later. */
const plans: { card: string; events: [EventType, number?][]; recorded: string[] }[] = [
  {
    card: 'pm_card_visa',
    events: [['charge', 30], ['charge', 20], ['refund', 10], ['cancel']],
    recorded: ['charge', 'charge', 'refund', 'cancel'],
  },
  { card: 'pm_card_mastercard', events: [['cancel']], recorded: ['cancel'] },
  {
    card: 'pm_card_amex',
    events: [
      ['charge', 40],
      ['refund', 40],
    ],
    recorded: ['charge', 'cancel', 'refund'],
  },
  {
    card: 'pm_card_pendingRefund',
    events: [['charge'], ['refund', 25]],
    recorded: ['charge', 'refund'],
  },
]

/** Customers who repeat every request with its key until it has a final response. */
class Crowd {
  readonly differences: string[] = []
  readonly expected: Expected[] = []
  readonly counts = { orders: 0, requests: 0, repetitions: 0 }
  readonly #accounts: string[] = []
  #isStopping = false
  #stoppedAt = Number.POSITIVE_INFINITY

  constructor(
    private readonly key: string,
    private readonly ports: () => number[],
  ) {}

  /** Creates accounts with a card, and a subscription that is due today. */
  async subscribe(count: number): Promise<void> {
    for (let number = 0; number < count; number++) {
      const id = await this.#open('pm_card_visa')
      const subscription = { items: 99.5, currency: 'SEK', schedule: 'monthly' }
      await this.#send(`/account/${id}/subscription`, subscription)
      this.#accounts.push(id)
    }
  }

  async serve(): Promise<void> {
    await Promise.all(
      Array.from({ length: customersAtATime }, async () => {
        while (!this.#isStopping) await this.#buy(this.counts.orders++)
      }),
    )
  }

  stop(): void {
    this.#isStopping = true
    this.#stoppedAt = Date.now()
  }

  async #buy(number: number): Promise<void> {
    const plan = plans[number % plans.length]
    if (!plan) return
    const { card, events, recorded } = plan
    const payment = await this.#paymentWith(card, number)
    const order = await this.#send<Order>('/order', {
      number: `K-${number}`,
      items: 100,
      currency: 'SEK',
      payment,
    })
    for (const [type, items] of events)
      await this.#send(`/order/${order.id}/event`, { type, ...(items && { items }) })
    this.expected.push({ id: order.id, events: ['order', ...recorded] })
  }

  /** Visa cards are stored: with a subscriber's account, or with a new one. */
  async #paymentWith(card: string, number: number): Promise<object> {
    if (card === 'pm_card_visa' && number % 8 === 0)
      return { type: 'account', account: this.#accounts[number % this.#accounts.length] }
    if (card === 'pm_card_visa' && number % 8 === 4)
      return { type: 'account', account: await this.#open(card) }
    return { type: 'card', card: (await this.#send<Card>('/card', { reference: card })).token }
  }

  /** Creates an account with a card and returns its id. */
  async #open(card: string): Promise<string> {
    const { token } = await this.#send<Card>('/card', { reference: card })
    const { id } = await this.#send<Account>('/account', { method: [{ type: 'token', card: token }] })
    return id
  }

  /** Sends a request until its response is final. */
  async #send<T>(path: string, body: object): Promise<T> {
    this.counts.requests++
    const headers = {
      Authorization: `Bearer ${this.key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    for (;;) {
      const response = await this.#sendOnce(path, request)
      if (response) {
        if (response.status !== 201) this.differences.push(`${path}: ${response.status} ${response.text}`)
        return JSON.parse(response.text)
      }
      if (Date.now() > this.#stoppedAt + timeoutMs) throw new Error(`${path} gets no final response`)
      this.counts.repetitions++
      await wait(100 + Math.random() * 200)
    }
  }

  async #sendOnce(path: string, request: RequestInit): Promise<{ status: number; text: string } | undefined> {
    const ports = this.ports()
    const port = ports[Math.floor(Math.random() * ports.length)]
    if (port === undefined) return undefined
    try {
      const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, request)
      const text = await response.text()
      const isFinal = response.status < 500 && !response.headers.has('retry-after')
      return isFinal ? { status: response.status, text } : undefined
    } catch {
      // The process was killed.
      return undefined
    }
  }
}
