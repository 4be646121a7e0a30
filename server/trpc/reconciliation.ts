import * as z from 'zod'
import { differenceKinds } from '../model/difference'
import { adoptNamed } from '../payment/reconcile/adopt-difference'
import { reconciliationOverview } from '../payment/reconcile/list-differences'
import { startReconciliation } from '../payment/reconcile/start-reconciliation'
import { as, changes, router } from './init'

const NamedDifference = z.strictObject({ service: z.string().max(50), key: z.string().max(500) })

/** `expected`: the difference that the page showed. No other one is adopted. */
const Shown = NamedDifference.extend({
  expected: z
    .strictObject({
      kind: z.enum(differenceKinds),
      details: z.record(z.string(), z.string().max(500)),
      adoptable: z.boolean(),
    })
    .optional(),
})

/** Comparisons of Kassa's books with those of card services. */
export const reconciliationRouter = router({
  get: as('viewer').query(({ ctx: { context } }) => reconciliationOverview(context)),

  start: changes('admin', 'compared the books with the card service')
    .input(z.strictObject({}))
    .mutation(({ ctx: { context } }) => startReconciliation(context)),

  adopt: changes('admin', 'adopted a difference from the card service')
    .input(Shown)
    .mutation(async ({ ctx: { context, note }, input }) => {
      const { kind, orderId, reference, state, was } = await adoptNamed(context, input)
      note({
        subject: orderId === null ? 'payment' : 'order',
        subjectId: orderId ?? reference ?? undefined,
        before: { kind, state: was },
        after: { state },
      })
      return { state }
    }),
})
