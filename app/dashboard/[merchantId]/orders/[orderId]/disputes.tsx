'use client'

import { Button } from '@mantine/core'
import { Chip } from '../../../_parts/chip'
import { Moment, Section } from '../../../_parts/detail'
import styles from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import { disputeColours } from '../../_parts/dispute-colours'
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
              {dispute.state === 'under review' && (
                <p>The customer’s bank decides. Do not refund the order meanwhile: the bank has the money.</p>
              )}
              {dispute.state === 'lost' && (
                <p>The bank has returned the money to the customer. Do not refund it as well.</p>
              )}
              {dispute.state === 'won' && <p>The money is yours again.</p>}
              {dispute.state === 'needs response' && (
                <p>
                  Submit evidence at the card service
                  {dispute.due && (
                    <>
                      {' '}
                      by <Moment at={dispute.due} />
                    </>
                  )}
                  . Without it, the customer keeps the money. Do not refund the order as well.
                </p>
              )}
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
