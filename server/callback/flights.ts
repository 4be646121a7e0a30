import type { Address, WaitingAddress } from './claim'

/** How many attempts a process has under way at most. */
export const limits = {
  address: 4,
  /** Each order may name an address of its own: one slow host of a merchant's could otherwise take all its places. */
  host: 8,
  merchant: 16,
  all: 64,
  /** Of a merchant's and of all, those kept for hosts with none under way: however many are slow, others get on. */
  kept: { merchant: 4, all: 16 },
} as const

/** The attempts that a process has under way. */
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
   * Shares the places that are left among the addresses that have something due: those with fewest get first, and of
   * those the ones that have not failed before.
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

  /** Whether an address that is to have `level` places at most may have one more. */
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

/** What attempts at an address are counted by: its merchant, the host there, the address itself. */
const namesOf = ({ merchantId, url }: Address): [string, string, string] => [
  merchantId,
  `${merchantId} host ${URL.canParse(url) ? new URL(url).host : url}`,
  `${merchantId} ${url}`,
]
