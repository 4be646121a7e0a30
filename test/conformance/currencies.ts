import { expect } from 'vitest'
import type { Behaviour } from './subject'

/** Amounts in minor units, by the decimals of their currencies. ISK and UGX have other decimals at some services. */
const amounts: Record<string, bigint> = {
  SEK: 12_345n,
  EUR: 1999n,
  JPY: 12_345n,
  ISK: 12_345n,
  UGX: 98_765n,
  KWD: 12_340n,
}

export const currencyBehaviours: readonly Behaviour[] = Object.entries(amounts).map(([currency, amount]) => ({
  name: `moves exact amounts in ${currency}`,
  run: async (bench) => {
    const id = await bench.authorised({ amount, currency })
    expect(await bench.books(id)).toMatchObject({ authorised: amount, open: amount })
    const { service } = bench.subject
    const whole = bench.followUp(id, { amount, currency })
    expect(await service.capture(whole)).toMatchObject({ status: 'done' })
    const part = bench.followUp(id, { amount: amount / 5n - ((amount / 5n) % 10n), currency })
    expect(await service.refund(part)).toMatchObject({ status: 'done' })
    expect(await bench.books(id)).toEqual({
      authorised: amount,
      captured: amount,
      refunded: part.amount,
      open: 0n,
    })
  },
}))
