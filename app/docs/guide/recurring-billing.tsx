import type { ScheduleTerms } from '@/server/model/subscription/schedule'
import { scheduleInWords } from '@/server/model/subscription/schedule-in-words'
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
  [
    'created',
    'There is no card, and nothing is unpaid. The response that creates an account always says this.',
  ],
  ['active', 'There is a card and nothing is unpaid.'],
  ['pending', 'A payment failed and is being retried.'],
  ['suspended', 'All attempts of a payment failed. Nothing more is billed until it is paid or cancelled.'],
] as const

/** When subscriptions are billed, and what happens if a payment fails. */
export function RecurringBilling({ base }: { base: string }) {
  return (
    <Section id="recurring-billing" title="Recurring billing">
      <p>
        A subscription creates an order on each of its dates and charges it to the account’s default card, the
        first of its methods. The order names its <code>subscription</code> and <code>due</code> date. Each
        date is billed once. After an outage, missed dates are billed oldest first. A subscription without{' '}
        <code>end</code> continues until you <a href="#endSubscription">end</a> it.
      </p>
      <Meanings
        caption={`Schedules, with a start on ${start}`}
        rows={schedules.map((schedule) => [JSON.stringify(schedule), scheduleInWords(schedule, start)])}
      />
      <p>
        <strong>A new price from a later day</strong> is <a href="#planSubscriptionChange">planned</a>, with
        an e-mail to the customer if you want. It applies to the due dates from that day on, and nothing is
        prorated. Until then the subscription shows it as <code>planned</code>, the{' '}
        <a href="#previewSubscription">preview</a> includes it, and you can{' '}
        <a href="#withdrawSubscriptionChange">withdraw</a> it. Customers who end a subscription on their
        account page keep the period that they have paid for, and can change their mind until it is over.
      </p>
      <p>
        <strong>A failed payment</strong> is retried, by default 1, 3, 5 and 7 days after the first failure,
        and the customer receives an e-mail each time (unless the request was lost on the way to the card
        service), with a link to pay this order with another card without logging in. The link works for 14
        days. Meanwhile, the order is <code>pending</code>, and <code>retry</code> is the date of the next
        attempt. After the last attempt it is <code>denied</code>. The order is charged immediately when{' '}
        <a href="#addMethod">a card is added</a>, when another card becomes the default, or when you{' '}
        <a href="#chargeCancelOrRefund">charge</a> it. Cancelling writes it off. A card added while something
        is unpaid becomes the default. One added with a public key becomes the default only if it pays.
      </p>
      <Meanings caption="Account status" rows={statuses} />
      <p>
        <strong>Try it in a minute.</strong> You can <a href="#moveClock">move</a> the clock of a test
        merchant. Everything that becomes due is billed, retried and mailed before the response is sent. Use{' '}
        <a href="#card-4000000000000341">4000000000000341</a> to see payments fail.
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
