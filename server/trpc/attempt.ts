import { declineCodeOf } from '../model/card/describe-failure'
import type { DeclineCode } from '../model/card/service'
import { actorsOf } from '../order/actors'
import { AttemptFilters, AttemptListQuery } from '../order/attempt-filters'
import { type Attempt, listAttempts, totalAttempts } from '../order/list-attempts'
import { withOrderNames } from '../order/order-names'
import { payersOf } from '../store/accounts'
import { describeDecline, reversedElsewhere } from './describe-decline'
import { reading, router } from './init'
import { nameOfPayer } from './name-of-payer'

const pageLength = 50

export const attemptRouter = router({
  /** Failed attempts, with the reason in the merchant's terms. */
  list: reading('viewer')
    .input(AttemptListQuery)
    .query(async ({ ctx: { context }, input }) => {
      const { rows, ...end } = await listAttempts(context, { ...input, limit: pageLength })
      const [payerOf, named, by] = await Promise.all([
        payersOf(context, rows),
        withOrderNames(context, rows),
        actorsOf(context, rows),
      ])
      return {
        ...end,
        attempts: named.map((row) => {
          const payer = payerOf(row)
          const email = payer?.customer?.email
          return {
            ...row,
            payerName: nameOfPayer(payer),
            payerEmail: email,
            requestedBy: requesterOf(row, by),
            reason: row.isReversed ? reversedElsewhere : describeDecline(row.code, row.kind),
            asksForCard: email !== undefined && needsCard(row),
          }
        }),
      }
    }),

  totals: reading('viewer')
    .input(AttemptFilters)
    .query(({ ctx: { context }, input }) => totalAttempts(context, input)),
})

/** Who requested the payment of a subscription, in addition to the planned attempts. */
const requesterOf = ({ kind, actor }: Attempt, by: Awaited<ReturnType<typeof actorsOf>>) =>
  kind === 'pay' && actor !== null
    ? by({ actor, reason: null, type: 'fail', original: 'charge', isBilled: true })
    : undefined

/** Failures that another card does not help with. */
const unrelatedToCard: readonly DeclineCode[] = [
  ...(['invalid currency', 'invalid descriptor', 'invalid input', 'acquirer error'] as const),
  'rule violation',
]

/** Whether a customer who adds a card solves it. A new card that was not entered to pay an order left nothing unpaid. */
const needsCard = ({ kind, code, hasOrder, paidOrderId }: Attempt) =>
  (kind === 'pay' || kind === 'authorise' || (kind === 'store' && hasOrder)) &&
  paidOrderId === null &&
  (code === 'no card' || (code !== 'never arrived' && !unrelatedToCard.includes(declineCodeOf(code))))
