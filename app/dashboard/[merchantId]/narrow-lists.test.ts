import { expect, test } from 'vitest'
import { chosenColumns, fittingColumns } from '../_parts/table/column'
import { accountColumns } from './accounts/columns'
import { attemptColumns } from './attempts/columns'
import { documentColumns } from './documents/columns'
import { deliveryColumns } from './events/callbacks/columns'
import { eventColumns } from './events/columns'
import { mailColumns } from './events/mail/columns'
import { orderColumns } from './orders/columns'
import { columnsFor as disputeColumns } from './payouts/disputes/disputes'
import { columnsFor as payoutColumns } from './payouts/payouts'
import { subscriptionColumns } from './subscriptions/columns'
import { movementColumns } from './subscriptions/movements/columns'

/** The width of a list in a window of 1024 pixels, without and with checkboxes. */
const [width, besideChecks] = [728, 684]

test.each([
  ['orders', orderColumns, besideChecks],
  ['attempts', attemptColumns, width],
  ['accounts', accountColumns, width],
  ['subscriptions', subscriptionColumns, width],
  ['movements', movementColumns, width],
  ['payouts', payoutColumns(), width],
  ['disputes', disputeColumns('open'), width],
  ['documents', documentColumns, width],
  ['events', eventColumns, width],
  ['callbacks', deliveryColumns, besideChecks],
  ['mail', mailColumns, width],
] as const)('on a tablet, the list of %s shows all that it shows on a phone', (_name, columns, width) => {
  const shown = fittingColumns(chosenColumns<never>(columns as never, undefined), width).map(({ key }) => key)
  const onPhone = columns.filter(({ phone }) => phone).map(({ key }) => key)
  expect(shown).toEqual(expect.arrayContaining(onPhone))
})

test('on a tablet, documents can be opened, and disputes have their deadline', () => {
  expect(fittingColumns(documentColumns, width).map(({ key }) => key)).toContain('files')
  expect(fittingColumns(disputeColumns('open'), width).map(({ key }) => key)).toContain('due')
})
