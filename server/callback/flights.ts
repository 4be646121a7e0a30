import { hostOf } from '../model/host-of'
import type { Address, WaitingAddress } from './claim'

/** How many attempts a process runs at once, at most. */
export const limits = {
  address: 4,
  /** Each order may have its own address, so one slow host of a merchant could otherwise take all of its places. */
  host: 8,
  merchant: 16,
  all: 64,
  /**
   * Places of a merchant reserved for its hosts with nothing running, and of the process for merchants with nothing
   * running, so that slow ones never take all.
   */
  kept: { merchant: 4, all: 16 },
} as const

interface Wanted {
  address: Address
  names: Names
  room: number
}

/** Counts the attempts that a process is running. */
export class Flights {
  #all = 0
  #counts = new Map<string, number>()
  #begun = 0
  /** When each merchant had its latest turn: how many attempts had begun by then. */
  #turns = new Map<string, number>()

  get room(): number {
    return limits.all - this.#all
  }

  begin(address: Address): void {
    this.#count(namesOf(address), 1)
    this.#begun += 1
    this.#turns.set(address.merchantId, this.#begun)
  }

  end(address: Address): void {
    this.#count(namesOf(address), -1)
  }

  /**
   * Shares the free places among the addresses with something due. Each place goes to the merchant with the fewest, and
   * to its address with the fewest. Among equals, addresses that have not failed before come first, and then merchants
   * whose latest turn was longest ago.
   */
  allot(addresses: readonly WaitingAddress[]): (Address & { room: number })[] {
    const planned = new Flights()
    planned.#all = this.#all
    planned.#counts = new Map(this.#counts)
    const wanted = addresses
      .filter(({ due }) => due)
      .toSorted(
        (one, other) =>
          Number(one.again) - Number(other.again) ||
          this.#turnOf(one.merchantId) - this.#turnOf(other.merchantId),
      )
      .map(({ merchantId, url }) => {
        const address = { merchantId, url }
        return { address, names: namesOf(address), room: 0 }
      })
    for (let next = planned.#next(wanted); next; next = planned.#next(wanted)) {
      next.room += 1
      planned.#count(next.names, 1)
    }
    return wanted.filter(({ room }) => room > 0).map(({ address, room }) => ({ ...address, room }))
  }

  /** Returns the address that gets the next place. Undefined if there is no room for any. */
  #next(wanted: readonly Wanted[]): Wanted | undefined {
    let best: Wanted | undefined
    for (const one of wanted) {
      if ((!best || this.#hasFewer(one.names, best.names)) && this.#hasRoom(one.names)) best = one
    }
    return best
  }

  #hasFewer = (one: Names, other: Names) =>
    (this.#of(one.merchant) - this.#of(other.merchant) || this.#of(one.address) - this.#of(other.address)) < 0

  /** Whether an address may have one more place. */
  #hasRoom(names: Names): boolean {
    const merchant = this.#of(names.merchant)
    const host = this.#of(names.host)
    return (
      this.#of(names.address) < limits.address &&
      host < limits.host &&
      merchant < limits.merchant - (host === 0 ? 0 : limits.kept.merchant) &&
      this.room > (merchant === 0 ? 0 : limits.kept.all)
    )
  }

  #of = (name: string) => this.#counts.get(name) ?? 0

  #turnOf = (merchantId: string) => this.#turns.get(merchantId) ?? 0

  #count(names: Names, change: 1 | -1): void {
    this.#all += change
    for (const name of Object.values(names)) {
      const count = this.#of(name) + change
      if (count === 0) this.#counts.delete(name)
      else this.#counts.set(name, count)
    }
  }
}

/** Attempts are counted by merchant, by the merchant's host, and by address. */
interface Names extends Record<string, string> {
  merchant: string
  host: string
  address: string
}

const namesOf = ({ merchantId, url }: Address): Names => ({
  merchant: merchantId,
  host: `${merchantId} host ${hostOf(url)}`,
  address: `${merchantId} ${url}`,
})
