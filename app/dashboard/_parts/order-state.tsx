'use client'

import type { Shares } from '@/server/model/order/rules'
import { orderParts, stateOfOrder } from '@/server/model/order/state-in-short'
import styles from './cells.module.css'
import { Chip } from './chip'
import { useMerchant } from './merchant'

/** One pill that sums up the state of an order, with its parts on hover. */
export function OrderState({
  order: { shares, currency, disputed },
}: {
  order: { shares: Shares; currency: string; disputed?: { open: bigint; lost: bigint } | undefined }
}) {
  const { money } = useMerchant()
  const { text, colour } = stateOfOrder(shares, disputed)
  const parts = orderParts(shares)
    .map(({ state, amount }) => `${money({ amount, currency })} ${state}`)
    .join(', ')
  const isMixed = orderParts(shares).length > 1
  return (
    <span className={styles.state} title={isMixed ? parts : undefined}>
      <Chip state={text} colour={colour} text={text} />
      {isMixed && <span className="visually-hidden">: {parts}</span>}
    </span>
  )
}
