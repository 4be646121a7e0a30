'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useParams } from 'next/navigation'
import { MailFrame } from '@/app/_parts/mail-frame'
import { outdatedReason } from '@/server/model/mail'
import { useTRPC } from '../../../../_parts/calls'
import { Chip } from '../../../../_parts/chip'
import { DetailHead, Facts, Moment, Section } from '../../../../_parts/detail'
import detail from '../../../../_parts/detail.module.css'
import { Outcome } from '../../../../_parts/form'
import { type Outputs, useMerchant } from '../../../../_parts/merchant'
import { Loaded } from '../../../../_parts/query-state'
import { useWithNonce } from '../../../../_parts/theme'
import { mailName, mailState } from '../../../_parts/mail-words'
import { OrderName } from '../../../_parts/order-name-cell'
import { useResendMail } from '../../../_parts/use-resend-mail'

type MailDetail = Outputs['mail']['get']

/** A mail as the customer saw it, its delivery, and a button to send it again. */
export function SentMail() {
  const trpc = useTRPC()
  const { mailId: id } = useParams<{ mailId: string }>()
  const { base, may } = useMerchant()
  const query = useQuery(trpc.mail.get.queryOptions({ id }))
  const { resend, press } = useResendMail(id)
  const withNonce = useWithNonce()
  return (
    <Loaded noun="mail" list="/accounts" query={query}>
      {(mail) => (
        <>
          <DetailHead
            up={{ path: `/accounts/${mail.row.accountId}`, name: 'Account' }}
            title={mail.rendered.subject}
            about={
              <>
                <span>{mailName(mail.row.template)}</span> <Chip state={mailState(mail.row)} />
              </>
            }
          >
            {may('support') && mail.isResendable && (
              <Button variant="default" loading={resend.isPending} onClick={press}>
                Send again
              </Button>
            )}
          </DetailHead>
          <Outcome error={resend.error} />
          {resend.data !== undefined && (
            <p role="status" className={detail.next}>
              It will be sent to {resend.data} in a moment.
            </p>
          )}
          <State row={mail.row} />
          <div className={detail.columns}>
            <div>
              <Section title="As the customer sees it">
                <MailFrame title={mail.rendered.subject} html={withNonce(mail.rendered.html)} />
              </Section>
            </div>
            <Facts
              facts={{
                To: mail.row.to,
                Written: <Moment at={mail.row.created} />,
                Sent: mail.row.sent && <Moment at={mail.row.sent} />,
                Reported: mail.row.deliveryReported && <Moment at={mail.row.deliveryReported} />,
                Order: mail.row.orderId && (
                  <Link href={`${base}/orders/${mail.row.orderId}`}>
                    <OrderName order={mail.order ?? { id: mail.row.orderId, number: null }} />
                  </Link>
                ),
              }}
            />
          </div>
        </>
      )}
    </Loaded>
  )
}

/** Why a mail did not arrive, and what to do about it. */
function State({ row: { status, delivery, error } }: { row: MailDetail['row'] }) {
  const state = delivery ?? status
  const says = explanations[state]
  if (says === undefined) return null
  if (error === outdatedReason)
    return (
      <p role="status" className={detail.next}>
        This mail was not sent. {error}
      </p>
    )
  return (
    <p role="status" className={detail.next} data-wrong>
      {says} {error !== null && <>The mail service says: {error}</>}
    </p>
  )
}

const explanations: Record<string, string> = {
  captured: 'This mail was stored and not sent, because no mail service was configured.',
  failed: 'This mail could not be sent.',
  bounced: 'This mail did not arrive. Ask the customer for another address.',
  complained: 'The customer marked this mail as spam.',
  delayed: 'The mail service is still trying to deliver this mail.',
}
