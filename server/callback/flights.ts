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
   * Places of a merchant and of the process reserved for hosts with nothing running, so that slow ones never take
   * all.
   */
  kept: { merchant: 4, all: 16 },
} as const

/** Counts the attempts that a process is running. */
export class Flights {
  #all = 0
  #counts = new Map<string, number>()

  get room(): number {
    return limits.all - this.#all
  }

  begin(address: Address): void {
    this.#count(address, 1)
  }

  end(address: Address): void {
    this.#count(address, -1)
  }

  /**
   * Shares the free places among the addresses with something due. Addresses with the fewest places come first, and
   * among those the ones that have not failed before.
   */
  allot(addresses: readonly WaitingAddress[]): (Address & { room: number })[] {
    const planned = new Flights()
    planned.#all = this.#all
    planned.#counts = new Map(this.#counts)
    const due = addresses.filter((address) => address.due)
    const wanted = [...due.filter(({ again }) => !again), ...due.filter(({ again }) => again)].map(
      ({ merchantId, url }) => ({ merchantId, url, room: 0 }),
    )
    for (let level = 1; level <= limits.address; level += 1) {
      for (const address of wanted) {
        if (!planned.#hasRoom(address, level)) continue
        address.room += 1
        planned.begin(address)
      }
    }
    return wanted.filter(({ room }) => room > 0)
  }

  /** Whether an address limited to `level` places may have one more. */
  #hasRoom(address: Address, level: number): boolean {
    const [ofMerchant, ofHost, ofAddress] = namesOf(address)
    const host = this.#of(ofHost)
    const kept = host === 0 ? { merchant: 0, all: 0 } : limits.kept
    return (
      this.#of(ofAddress) < level &&
      host < limits.host &&
      this.#of(ofMerchant) < limits.merchant - kept.merchant &&
      this.room > kept.all
    )
  }

  #of = (name: string) => this.#counts.get(name) ?? 0

  #count(address: Address, change: 1 | -1): void {
    this.#all += change
    for (const name of namesOf(address)) {
      const count = this.#of(name) + change
      if (count === 0) this.#counts.delete(name)
      else this.#counts.set(name, count)
    }
  }
}

/** Attempts are counted by merchant, by the merchant's host, and by address. */
const namesOf = ({ merchantId, url }: Address): [string, string, string] => [
  merchantId,
  `${merchantId} host ${hostOf(url)}`,
  `${merchantId} ${url}`,
]
