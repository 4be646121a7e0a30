import { config } from '../core/config/config'
import { waitsFor } from '../document/issue-documents'
import { oldestWaiting } from '../document/read-documents'
import { as, router } from './init'

export const merchantRouter = router({
  /** What every page of a merchant needs: how to write money and dates, and what the member may do. */
  get: as('viewer').query(async ({ ctx: { context } }) => {
    const { merchant, actor, clock } = context
    const { id, name, type, country, currency, timeZone, locale, cardService } = merchant
    const facts = { id, name, type, country, currency, timeZone, locale, cardService }
    const isIncomplete = waitsFor(merchant).length > 0
    const documentsWait = isIncomplete && (await oldestWaiting(context, 1)).length > 0
    const { defaultVat } = merchant.bookkeeping
    return {
      ...facts,
      defaultVat,
      documentsWait,
      role: actor.role,
      now: clock.now(),
      sendsMail: config().sendsMail,
    }
  }),
})
