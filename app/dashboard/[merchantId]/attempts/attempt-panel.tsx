'use client'

import { CardMark } from '../../_parts/card-mark'
import { Copied } from '../../_parts/copied'
import { Moment } from '../../_parts/detail'
import { useMerchant } from '../../_parts/merchant'
import { PanelFacts } from '../../_parts/table/panel-parts'
import { SidePanel } from '../../_parts/table/side-panel'
import { useToday } from '../../_parts/use-today'
import { AskForCard } from '../_parts/ask-for-card'
import { type AttemptRow, attemptSources, failureInWords, nextAttemptInWords } from '../_parts/attempt-words'
import { AttemptAmount } from './attempt-amount'

/** A quick view of a failed attempt: what it was for, why it failed, and what to do. */
export function AttemptPanel({ attempt, close }: { attempt: AttemptRow; close: () => void }) {
  const { base, may } = useMerchant()
  const today = useToday()
  const { accountId, card, code, hasOrder, kind, number, orderId, paidOrderId, reason, source } = attempt
  const page = hasOrder ? orderId : paidOrderId
  const to = page ? `/orders/${page}` : accountId ? `/accounts/${accountId}` : undefined
  return (
    <SidePanel
      name={failureInWords(attempt)}
      {...(to && { to: base + to, open: page ? 'Open order' : 'Open account' })}
      close={close}
    >
      <p>{reason}</p>
      <p>
        {nextAttemptInWords(attempt, today)}
        {attempt.retryOn && !paidOrderId && ' Retries run just after midnight.'}
        {kind !== 'store' && !hasOrder && !paidOrderId && ' No order was created.'}
      </p>
      {attempt.asksForCard && accountId && may('support') && <AskForCard accountId={accountId} />}
      <PanelFacts
        facts={{
          Amount: <AttemptAmount of={attempt} />,
          Customer: attempt.payerName,
          'E-mail': attempt.payerEmail,
          Card: card && <CardMark scheme={card.scheme} last4={card.last4} />,
          From: source && attemptSources[source],
          Time: <Moment at={attempt.created} />,
          Number: number,
          'Decline code': <code>{code}</code>,
          'Order ID': page && <Copied text={page} name="the order ID" />,
        }}
      />
    </SidePanel>
  )
}
