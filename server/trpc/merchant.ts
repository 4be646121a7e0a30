import { config } from '../core/config/config'
import { as, router } from './init'

export const merchantRouter = router({
  /** What every page of a merchant needs: how to write money and dates, and what the member may do. */
  get: as('viewer').query(({ ctx: { context } }) => {
    const { merchant, actor, clock } = context
    const { id, name, type, country, currency, timeZone, locale } = merchant
    const facts = { id, name, type, country, currency, timeZone, locale }
    return { ...facts, role: actor.role, now: clock.now(), sendsMail: config().sendsMail }
  }),
})
