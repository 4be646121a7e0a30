import * as z from 'zod'
import { chooseService, listServices } from '../card/choose-service'
import { changePace, checkConnection, connectCardService } from '../card/connection'
import type { Checked } from '../model/card/connection'
import { fail } from '../model/errors'
import { as, changes, changesMerchant, router } from './init'

const NamedService = z.strictObject({ service: z.string().max(50) })
const Keys = NamedService.extend({
  secret: z.string().trim().max(500),
  publishable: z.string().trim().max(500),
})

const perSecond = z.int().min(1).max(10_000)
const Pace = NamedService.extend({
  pace: z.strictObject({ total: perSecond, endpoint: perSecond }).nullable(),
})

/** The card service that a merchant uses, and its account there. Keys are stored and never returned. */
export const cardServiceRouter = router({
  list: as('viewer').query(({ ctx: { context } }) => listServices(context)),

  connect: changes('admin', 'connected a card service')
    .input(Keys)
    .mutation(async ({ ctx: { context, note }, input }) => {
      // Before the call, so that no key ever reaches the audit log.
      note({ after: { service: input.service } })
      if (!context.cards.all.some(({ name, connecting }) => name === input.service && connecting)) {
        throw fail('card-service.unknown', { service: input.service })
      }
      const { facts, notices } = accepted(await connectCardService(context, input))
      note({ after: { service: input.service, account: facts.account } })
      return { facts, notices }
    }),

  /** Checks the stored keys again. */
  check: changes('admin', 'checked the connection to a card service')
    .input(NamedService)
    .mutation(async ({ ctx: { context }, input: { service } }) => {
      const { facts, notices } = accepted(await checkConnection(context, service))
      return { facts, notices }
    }),

  /** Null restores the default limits. */
  changePace: changes('admin', 'changed the limits of a card service')
    .input(Pace)
    .mutation(({ ctx: { context }, input }) => changePace(context, input)),

  choose: changesMerchant('admin', 'chose a card service')
    .input(NamedService)
    .mutation(async ({ ctx: { context, note }, input: { service } }) => {
      await chooseService(context, service)
      const { cardService } = context.merchant
      note({ before: { cardService }, after: { cardService: service } })
    }),
})

/** Returns the result of a check. Throws if the keys were refused or are missing. */
function accepted(checked: Checked | undefined): Extract<Checked, { status: 'connected' }> {
  if (!checked) throw fail('card-service.not-connected')
  if (checked.status === 'refused') {
    const { problem, missing = [] } = checked
    throw fail('card-service.keys-refused', { problem, missing })
  }
  return checked
}
