import type { ScheduleTerms } from '@/server/model/subscription/schedule'
import { scheduleInWords } from '@/server/model/subscription/words'
import { Code } from '../../_parts/code'
import { Section } from '../_parts/section'
import { Meanings } from './meanings'

const start = '2030-01-31'
const schedules: ScheduleTerms[] = [
  { frequency: 'daily' },
  { frequency: 'weekly', offset: 1 },
  { frequency: 'monthly' },
  { frequency: 'monthly', offset: 0 },
  { frequency: 'monthly', offset: -1 },
  { frequency: 'quarterly', offset: [2, -1] },
  { frequency: 'yearly', offset: [2, 14] },
]

const statuses = [
  ['created', 'There is no card on file.'],
  ['active', 'There is a card, and nothing is unpaid.'],
  ['pending', 'A payment failed and is being tried again.'],
  ['suspended', 'A payment was given up. Nothing more is billed until it is paid or cancelled.'],
] as const

/** When subscriptions are due, and what happens when a payment fails. */
export function RecurringBilling({ base }: { base: string }) {
  return (
    <Section id="recurring-billing" title="Recurring billing">
      <p>
        A subscription makes an order on each of its dates and charges it to the account’s default card, the
        first of its methods. The order says which <code>subscription</code> and <code>due</code> date it is
        for. Each date is billed once; after an outage the missed dates are, the oldest first. A subscription
        without <code>end</code> goes on until it is <a href="#endSubscription">ended</a>.
      </p>
      <Meanings
        caption={`Schedules, with a start on ${start}`}
        rows={schedules.map((schedule) => [JSON.stringify(schedule), scheduleInWords(schedule, start)])}
      />
      <p>
        <strong>A payment that fails</strong> is tried again 1, 3, 5 and 7 days after it failed first, and the
        customer is mailed each time. Meanwhile the order is <code>pending</code>, and <code>retry</code> says
        when the next attempt is; after the last it is <code>denied</code>. It is paid at once when{' '}
        <a href="#addMethod">a card is added</a> or another is put first, and when you{' '}
        <a href="#chargeCancelOrRefund">charge</a> it; cancelling writes it off. A card that is added while
        something is unpaid becomes the default.
      </p>
      <Meanings caption="The status of an account" rows={statuses} />
      <p>
        <strong>Try it in a minute.</strong> A test merchant has a clock that can be{' '}
        <a href="#moveClock">moved</a>; what falls due on the way is billed, tried again and mailed before the
        answer comes. Use <a href="#card-4000000000000341">4000000000000341</a> to see payments fail.
      </p>
      <Code
        label="Moving the clock by a month"
        text={`curl -X POST ${base}/clock \\
  -H "Authorization: Bearer $PRIVATE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"advance": {"months": 1}}'`}
      />
    </Section>
  )
}
