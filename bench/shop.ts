import { type Connection, requestText } from './connection'
import type { Kassa } from './kassa'
import { type Act, closedLoop, type Load } from './load'
import type { RequestKind } from './options'

/** How many connections create what later requests use up. */
const stockConnections = 16

/** Sends the requests that are measured, and keeps the orders that they created for the ones that change orders. */
export class Shop {
  /** Orders that are ordered, and orders that are charged. */
  readonly #stock = { ordered: [] as string[], charged: [] as string[] }
  readonly #orders: string[]
  /** The fastest orders so far, per second. */
  #fastest = 0
  #next = 0

  constructor(
    private readonly kassa: Kassa,
    private readonly port: number,
  ) {
    const key = kassa.privateKey
    this.#orders = kassa.accounts.map((account) => {
      const items = [
        { name: 'Coffee', price: 42, quantity: 1, vat: 25 },
        { name: 'Cup', price: 100, quantity: 2, vat: 25 },
      ]
      const body = { number: 'B-1', items, currency: 'SEK', payment: { type: 'account', account } }
      return requestText({ method: 'POST', path: '/order', key, body })
    })
  }

  /** What each kind of request does; `paid` is an order and its charge. */
  readonly acts: Record<RequestKind, Act> = {
    order: async (connection) => {
      this.#stock.ordered.push(await this.#order(connection))
      return true
    },
    paid: async (connection) => {
      const id = await this.#order(connection)
      await this.#event(connection, id, 'charge')
      this.#stock.charged.push(id)
      return true
    },
    charge: async (connection) => {
      const id = this.#stock.ordered.shift()
      if (!id) return false
      await this.#event(connection, id, 'charge')
      this.#stock.charged.push(id)
      return true
    },
    refund: async (connection) => {
      const id = this.#stock.charged.shift()
      if (id) await this.#event(connection, id, 'refund')
      return id !== undefined
    },
    cancel: async (connection) => {
      const id = this.#stock.ordered.shift()
      if (id) await this.#event(connection, id, 'cancel')
      return id !== undefined
    },
    list: (connection) => this.#get(connection, '/order?limit=20'),
    account: (connection) => this.#get(connection, `/account/${this.#account()}`),
  }

  /** Remembers how fast orders are created, to estimate how many others are needed. */
  learn({ perSecond }: Load): void {
    this.#fastest = Math.max(this.#fastest, perSecond)
  }

  /** Creates the orders that a load of this kind may use up. */
  async stockUp(kind: RequestKind, seconds: number): Promise<void> {
    if (kind === 'charge' || kind === 'cancel') await this.#createOrders(seconds)
    if (kind === 'refund') {
      // A refund takes longer than half an order.
      const count = Math.max(1, this.#fastest) * seconds * 0.7
      while (this.#stock.charged.length < count) {
        await this.#createOrders(seconds)
        await this.#run(seconds, this.acts.charge)
      }
    }
  }

  async #createOrders(seconds: number): Promise<void> {
    while (this.#fastest === 0 || this.#stock.ordered.length < this.#fastest * seconds)
      this.learn(await this.#run(seconds, this.acts.order))
  }

  #run(seconds: number, act: Act): Promise<Load> {
    return closedLoop({ port: this.port, connections: stockConnections, seconds }, act)
  }

  async #order(connection: Connection): Promise<string> {
    const request = this.#orders[this.#next++ % this.#orders.length] ?? ''
    const { id } = JSON.parse(await success(connection, request))
    return id
  }

  #event(connection: Connection, id: string, type: 'charge' | 'refund' | 'cancel'): Promise<string> {
    const key = this.kassa.privateKey
    const request = requestText({ method: 'POST', path: `/order/${id}/event`, key, body: { type } })
    return success(connection, request)
  }

  async #get(connection: Connection, path: string): Promise<true> {
    await success(connection, requestText({ method: 'GET', path, key: this.kassa.privateKey }))
    return true
  }

  #account(): string {
    return this.kassa.accounts[this.#next++ % this.kassa.accounts.length] ?? ''
  }
}

async function success(connection: Connection, request: string): Promise<string> {
  const { status, body } = await connection.send(request)
  if (status >= 300) throw new Error(`${status} ${body}`)
  return body
}
