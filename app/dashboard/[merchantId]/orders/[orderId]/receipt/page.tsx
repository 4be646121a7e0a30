import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Print } from '@/app/_parts/customer/print'
import { Receipt } from '@/app/_parts/customer/receipt'
import { wordsFor } from '@/app/_parts/customer/words'
import { browserSession } from '@/server/http/auth'
import { hasCode } from '@/server/model/errors'
import { runtime } from '@/server/runtime'
import { findAccount } from '@/server/store/accounts'
import { findOrder } from '@/server/store/orders'
import { memberContext } from '@/server/user/session'
import styles from '../../../../_parts/detail.module.css'

export const metadata: Metadata = { title: 'Receipt' }

/** The receipt that the customer sees, for the merchant to print or send. */
export default async function ReceiptPage({
  params,
}: {
  params: Promise<{ merchantId: string; orderId: string }>
}) {
  const { merchantId, orderId } = await params
  const context = await contextFor(merchantId)
  if (!context) return null
  const { merchant } = context
  const order = await findOrder(context, orderId)
  if (!order) notFound()
  const account = order.accountId === null ? undefined : await findAccount(context, order.accountId)
  const words = wordsFor('en', merchant)
  return (
    <>
      <h1>{order.number ?? order.id}</h1>
      <div className={styles.receipt}>
        <Receipt
          order={order}
          customer={account?.customer ?? null}
          subscription={undefined}
          merchant={merchant}
          words={words}
        />
        <Print text={words.say('receipt.print')} />
      </div>
    </>
  )
}

/** Returns undefined if the user may not see the order; the surrounding page shows the error. */
const contextFor = async (merchantId: string) =>
  memberContext(runtime(), { session: await browserSession(), merchantId }).catch((error: unknown) => {
    if (hasCode(error, 'session.ended', 'not-found')) return undefined
    throw error
  })
