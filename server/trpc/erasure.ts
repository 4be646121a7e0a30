import type { Context } from '../core/context'
import { eraseAccount } from '../erasure/erase-account'
import { eraseOrder } from '../erasure/erase-order'
import { singleOrder, wholeAccount } from '../erasure/erase-records'
import { erasureObstacles } from '../erasure/erasure-obstacles'
import { erasureToDo, orderErasureToDo } from '../model/erasure'
import { theSubject } from './audit-text'
import { as, changes } from './init'
import { Named } from './named'

const words = `erased the personal data of ${theSubject}`

/** The log names what was erased by its id only. Doing it twice is not an action. */
const noted = (isFirst: boolean) => (isFirst ? { after: undefined } : { before: {}, after: {} })

interface Erasing {
  /** What has to be done before, in words. */
  toDo(context: Context, id: string): Promise<string[]>
  /** Returns whether it was not erased before. */
  erase(context: Context, id: string): Promise<boolean>
}

const erasing = ({ toDo, erase }: Erasing) => ({
  erasureObstacles: as('admin')
    .input(Named)
    .query(({ ctx: { context }, input: { id } }) => toDo(context, id)),

  erase: changes('admin', words)
    .input(Named)
    .mutation(async ({ ctx: { context, note }, input: { id } }) => {
      note(noted(await erase(context, id)))
    }),
})

/** Erasing the personal data of the customer of an account, for good. */
export const erasingAccount = erasing({
  toDo: async (context, id) => erasureToDo(await erasureObstacles(context, wholeAccount(context, id))),
  erase: eraseAccount,
})

/** The same for the payer of an order that belongs to no account. */
export const erasingOrder = erasing({
  toDo: async (context, id) => orderErasureToDo(await erasureObstacles(context, singleOrder(context, id))),
  erase: eraseOrder,
})
