import { eq } from 'drizzle-orm'
import { merchant } from '@/db/schema'
import { connectCardService } from '@/server/card/connection'
import { contextOf } from '@/server/core/context'
import { requireMerchant } from '@/server/merchant/find-merchant'
import { counted } from '@/server/model/counted'
import { installRuntime, runtimeOn } from '@/server/runtime'
import { compileScripts } from '@/test/compile'
import { killAtStripe } from '@/test/stripe/kill-run'
import { receiveNotices } from '@/test/stripe/receive-notices'
import { startDouble } from '@/test/stripe/start-double'
import type { Kassa } from './kassa'

/**
 * Kills web processes and the worker in turn while customers buy from a merchant on a double of Stripe that loses
 * requests and responses. Returns whether everything was done exactly once.
 */
export async function killOnStripe(
  { db, url: databaseUrl, merchant: { id }, privateKey }: Kassa,
  kills: number,
): Promise<boolean> {
  await compileScripts()
  const double = await startDouble()
  const notices = await receiveNotices()
  try {
    const settings = { baseUrl: notices.url, stripeBaseUrl: double.url, cardServiceTimeoutMs: 10_000 }
    const runtime = runtimeOn(db, settings)
    installRuntime(runtime)
    const row = await requireMerchant(db, id)
    const keys = { secret: double.secretKey, publishable: double.publishableKey }
    const checked = await connectCardService(contextOf(runtime, row), { service: 'stripe', ...keys })
    if (checked.status !== 'connected') throw new Error(checked.problem)
    await db.update(merchant).set({ cardService: 'stripe' }).where(eq(merchant.id, id))
    const began = performance.now()
    const report = await killAtStripe({ db, databaseUrl, merchant: { id, privateKey }, double, kills })
    const { orders, requests, repetitions, differences } = report
    const minutes = ((performance.now() - began) / 60_000).toFixed(1)
    console.log(
      `${kills} kills in ${minutes} min; ${orders} orders, ${requests} requests, ${repetitions} repetitions.`,
    )
    for (const difference of differences.slice(0, 50)) console.log(difference)
    console.log(
      differences.length === 0
        ? 'The books agree, nothing is stuck, and each request was done exactly once.'
        : `${counted(differences.length, 'difference')}.`,
    )
    return differences.length === 0
  } finally {
    await notices.stop()
    await double.stop()
  }
}
