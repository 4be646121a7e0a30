import type { Address, WaitingAddress } from './claim'

/** How many attempts a process has under way at most. */
export const limits = {
  address: 4,
  /** Each order may name an address of its own: a merchant whose host is slow could otherwise take all places. */
  merchant: 16,
  all: 64,
  /** Of a merchant's and of all, those kept for addresses with none under way: however many are slow, others get on. */
  kept: { merchant: 4, all: 16 },
} as const

/** The attempts that a process has under way. */
export class Flights {
  #all = 0
  readonly #counts = new Map<string, number>()

  get room(): number {
    return limits.all - this.#all
  }

  begin(address: Address): void {
    this.#count(address, 1)
  }

  end(address: Address): void {
    this.#count(address, -1)
  }

  /** Shares the places that are left among the addresses that have something due: those with fewest get first. */
  allot(addresses: readonly WaitingAddress[]): (Address & { room: number })[] {
    let left = this.room
    const ofMerchants = new Map<string, number>()
    const wanted = addresses
      .filter(({ due }) => due)
      .map(({ merchantId, url }) => ({
        merchantId,
        url,
        room: 0,
        has: this.#of(nameOf({ merchantId, url })),
      }))
    for (let level = 1; level <= limits.address; level += 1) {
      for (const address of wanted) {
        const { merchantId } = address
        const ofMerchant = ofMerchants.get(merchantId) ?? this.#of(merchantId)
        const kept = level === 1 ? { merchant: 0, all: 0 } : limits.kept
        if (left <= kept.all || ofMerchant >= limits.merchant - kept.merchant) continue
        if (address.has + address.room >= level) continue
        address.room += 1
        ofMerchants.set(merchantId, ofMerchant + 1)
        left -= 1
      }
    }
    return wanted
      .filter(({ room }) => room > 0)
      .map(({ merchantId, url, room }) => ({ merchantId, url, room }))
  }

  #of = (name: string) => this.#counts.get(name) ?? 0

  #count(address: Address, change: 1 | -1): void {
    this.#all += change
    for (const name of [address.merchantId, nameOf(address)]) {
      const count = this.#of(name) + change
      if (count === 0) this.#counts.delete(name)
      else this.#counts.set(name, count)
    }
  }
}

const nameOf = ({ merchantId, url }: Address) => `${merchantId} ${url}`
