import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import * as z from 'zod'
import type { SeededRandom } from './random'
import { apiVersion, type DoubleState } from './state'

/** How notifications misbehave. */
export const notificationSettings = z.strictObject({
  /** How long each one waits before it is sent. */
  delayMs: z.int().min(0).default(0),
  /** How often each one is sent. */
  copies: z.int().min(1).max(10).default(1),
  /** Delays each one by a random time of up to this many milliseconds, so that they arrive out of order. */
  shuffleMs: z.int().min(0).default(0),
  /** The chance that one is never sent. */
  drop: z.number().min(0).max(1).default(0),
  /** Keeps all of them until they are released. */
  hold: z.boolean().default(false),
  /** Signs as if it were this many seconds ago. */
  signedSecondsAgo: z.int().default(0),
  /** Signs with another secret. */
  wrongSecret: z.boolean().default(false),
  /** How often a notification without a 2xx response is sent again, and the wait before that. */
  retries: z.int().min(0).default(3),
  retryMs: z.int().min(0).default(1000),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

export interface Delivery {
  event: string
  type: string
  endpoint: string
  url: string
  /** The status of the response, or what went wrong. */
  outcome: number | string
  at: number
}

interface Waiting {
  event: Stripe.Event
  endpoint: string
  attempt: number
}

const loopback = /^https?:\/\/(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?(\/|$)/

/** Sends events to the webhook endpoints that want them. */
export class Deliveries {
  settings: NotificationSettings = notificationSettings.parse({})
  readonly log: Delivery[] = []
  #held: Waiting[] = []
  #timers = new Set<NodeJS.Timeout>()
  #sending = new Set<Promise<void>>()
  #closed = new AbortController()

  constructor(
    private readonly state: DoubleState,
    private readonly random: SeededRandom,
  ) {
    state.onEvent = (event) => this.#accept(event)
  }

  #accept(event: Stripe.Event): void {
    const { random } = this
    const { drop, copies, hold } = this.settings
    for (const { id, enabled_events: wanted, status } of this.state.webhookEndpoints.newest()) {
      if (status !== 'enabled' || !wanted.some((type) => type === '*' || type === event.type)) continue
      event.pending_webhooks += 1
      if (drop > 0 && random.next() < drop) continue
      for (let copy = 0; copy < copies; copy += 1) this.#held.push({ event, endpoint: id, attempt: 0 })
    }
    if (!hold) this.release()
  }

  /** Sends what is held, in another order. */
  release(): void {
    const { hold, delayMs, shuffleMs } = this.settings
    const { random } = this
    const waiting = this.#held
    this.#held = []
    for (const each of hold ? random.shuffled(waiting) : waiting)
      this.#later(delayMs + (shuffleMs && Math.round(random.next() * shuffleMs)), each)
  }

  #later(ms: number, waiting: Waiting): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      const sending = this.#send(waiting).finally(() => this.#sending.delete(sending))
      this.#sending.add(sending)
    }, ms)
    this.#timers.add(timer)
  }

  async #send({ event, endpoint: id, attempt }: Waiting): Promise<void> {
    const endpoint = this.state.webhookEndpoints.find(id)
    if (!endpoint || this.#closed.signal.aborted) return
    const outcome = await this.#post(event, endpoint)
    this.log.push({
      event: event.id,
      type: event.type,
      endpoint: id,
      url: endpoint.url,
      outcome,
      at: Date.now(),
    })
    const { retries, retryMs } = this.settings
    if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) {
      event.pending_webhooks = Math.max(event.pending_webhooks - 1, 0)
    } else if (attempt < retries)
      this.#later(retryMs * 4 ** attempt, { event, endpoint: id, attempt: attempt + 1 })
  }

  async #post(event: Stripe.Event, endpoint: Stripe.WebhookEndpoint): Promise<number | string> {
    // Tests never contact another machine, whatever the address.
    if (!loopback.test(endpoint.url)) return 'not on this machine'
    const body = JSON.stringify({ ...event, api_version: endpoint.api_version ?? apiVersion }, null, 2)
    const time = Math.floor(Date.now() / 1000) - this.settings.signedSecondsAgo
    const secret = this.settings.wrongSecret ? 'whsec_wrong' : (this.state.secrets.get(endpoint.id) ?? '')
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': signature(body, secret, time),
      'User-Agent': 'Stripe/1.0 (double)',
    }
    try {
      const response = await fetch(endpoint.url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closed.signal, AbortSignal.timeout(20_000)]),
      })
      await response.arrayBuffer()
      return response.status
    } catch (failure) {
      return failure instanceof Error ? failure.name : 'failed'
    }
  }

  /** Sends an event again, as its button in the dashboard does. */
  resend(event: Stripe.Event): void {
    for (const { id } of this.state.webhookEndpoints.newest())
      this.#later(0, { event, endpoint: id, attempt: 0 })
  }

  /** How many notifications are held, wait or are being sent. */
  waiting(): number {
    return this.#held.length + this.#timers.size + this.#sending.size
  }

  async close(): Promise<void> {
    this.#closed.abort()
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all(this.#sending)
  }
}

/** `t=…,v1=…`: an HMAC over the time and the body. */
function signature(body: string, secret: string, time: number): string {
  const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${digest}`
}
