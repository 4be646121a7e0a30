import { randomUUID } from 'node:crypto'
import { type Connection, NoResponse, type Response, requestText } from './connection'

type EventType = 'charge' | 'refund' | 'cancel'

/** A request with an Idempotency-Key and, once it has one, its final response. */
export interface Keyed {
  text: string
  /** Undefined for the request that creates the order. */
  event: EventType | undefined
  response?: { status: number; body: string }
}

/** What customers do with an order after creating it. */
const plans: readonly (readonly EventType[])[] = [['charge', 'refund'], ['cancel'], ['charge']]

/** Creates an order and changes it, one request after the other, and repeats what got no final response. */
export class Customer {
  readonly requests: Keyed[]
  /** When the current request may be sent. */
  at = 0
  orderId: string | undefined
  repeats = 0
  #latest = 'not sent'
  readonly #key: string
  readonly #plan: EventType[]

  constructor(number: number, { privateKey, accounts }: { privateKey: string; accounts: readonly string[] }) {
    this.#key = privateKey
    this.#plan = [...(plans[number % plans.length] ?? [])]
    const account = accounts[number % accounts.length]
    const items = [
      { name: 'Coffee', price: 42, quantity: 1, vat: 25 },
      { name: 'Cup', price: 100, quantity: 2, vat: 25 },
    ]
    const body = { number: `K-${number}`, items, currency: 'SEK', payment: { type: 'account', account } }
    this.requests = [this.#request('/order', body)]
  }

  /** Sends the current request. Returns true once it has its final response, and the next one is the current one. */
  async send(connection: Connection): Promise<boolean> {
    const current = this.requests.at(-1)
    if (!current) return true
    this.#latest = 'is being sent'
    const response = await finalResponse(connection, current.text, (what) => {
      this.#latest = what
    })
    if (!response) return false
    current.response = { status: response.status, body: response.body }
    this.orderId ??= idOf(response)
    const event = this.#plan.shift()
    if (event && this.orderId)
      this.requests.push(this.#request(`/order/${this.orderId}/event`, { type: event }, event))
    return true
  }

  /** The current request and its latest response, to explain why it has no final response. */
  get describedCurrent(): string {
    const line = this.requests.at(-1)?.text.split(' HTTP', 1)[0]
    return `${line} (${this.repeats} repetitions): ${this.#latest}`
  }

  /** Whether all requests have their final responses. */
  get isDone(): boolean {
    return this.requests.at(-1)?.response !== undefined
  }

  #request(path: string, body: unknown, event?: EventType): Keyed {
    const request = { method: 'POST', path, key: this.#key, body, idempotencyKey: randomUUID() } as const
    return { text: requestText(request), event }
  }
}

/** Sends a request. Returns undefined if there was no response, or if it says to try again. */
export async function finalResponse(
  connection: Connection,
  text: string,
  note: (what: string) => void = () => undefined,
): Promise<Response | undefined> {
  try {
    const response = await connection.send(text)
    note(`${response.status} ${response.body}`)
    return response.status < 500 && !/\r\nretry-after:/i.test(response.head) ? response : undefined
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    note('no response')
    return undefined
  }
}

function idOf({ status, body }: Response): string | undefined {
  return status === 201 ? JSON.parse(body).id : undefined
}
