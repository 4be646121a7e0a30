import { as, router } from './init'

export const merchantRouter = router({
  /** What every page of a merchant needs: how to write money and dates, and what the member may do. */
  get: as('viewer').query(({ ctx: { context } }) => {
    const { merchant, actor, clock } = context
    const { id, name, type, country, currency, timeZone, locale } = merchant
    return { id, name, type, country, currency, timeZone, locale, role: actor.role, now: clock.now() }
  }),
})
