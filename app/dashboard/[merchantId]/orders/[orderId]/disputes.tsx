'use client'

import { Button } from '@mantine/core'
import { Chip } from '../../../_parts/chip'
import { Moment, Section } from '../../../_parts/detail'
import styles from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import { disputeColours } from '../../_parts/dispute-colours'
import { endedInWords } from './ended-dispute'
import type { OrderDetail } from './order-action'

/** The disputes of an order, with what to do about them; renders nothing if there are none. */
export function Disputes({ order: { id, disputes } }: { order: OrderDetail }) {
  const { base, money } = useMerchant()
  if (disputes.length === 0) return null
  return (
    <Section title="Disputes">
      <ul>
        {disputes.map((dispute) => (
          <li key={`${dispute.service} ${dispute.id}`} className={styles.next}>
            <div>
              <strong>{money(dispute)}</strong>{' '}
              <Chip state={dispute.state} colour={disputeColours[dispute.state]} />{' '}
              {dispute.isInquiry && <Chip state="inquiry" />}
              <p>
                Opened <Moment at={dispute.opened} />. Reason: {dispute.reason}.
              </p>
              <Meaning dispute={dispute} />
            </div>
          </li>
        ))}
      </ul>
      <Button component="a" variant="default" mt={12} href={`${base}/orders/${id}/evidence`}>
        Download evidence as PDF
      </Button>
    </Section>
  )
}

/** What a dispute means for the money, and what to do. */
function Meaning({ dispute }: { dispute: OrderDetail['disputes'][number] }) {
  const { state, isInquiry, due } = dispute
  const ended = endedInWords(dispute)
  if (ended) return <p>{ended}</p>
  if (state === 'closed') return null
  const by = due && (
    <>
      {' '}
      by <Moment at={due} />
    </>
  )
  if (isInquiry)
    return (
      <p>
        The bank has only asked about this payment and has taken no money.
        {state === 'needs response' && <> Respond at the card service{by}, or refund the order.</>}
      </p>
    )
  if (state === 'under review')
    return <p>The bank has taken the money back until it has decided. Do not refund it as well.</p>
  return (
    <p>
      Submit evidence at the card service{by}. Without it, the customer keeps the money. Do not refund it as
      well.
    </p>
  )
}
