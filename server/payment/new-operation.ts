import type { Context } from '../core/context'
import { newReference } from '../core/id'
import type { OperationRow } from '../store/orders'

type Given = Pick<OperationRow, 'orderId' | 'kind' | 'currency' | 'amount' | 'byAccount'> &
  Partial<OperationRow>

/** Returns a pending operation of the request, not yet inserted. */
export const newOperation = ({ merchant, origin, clock }: Context, given: Given): OperationRow => ({
  merchantId: merchant.id,
  id: newReference(),
  status: 'pending',
  draft: null,
  payer: null,
  items: null,
  units: null,
  origin: origin ?? null,
  serviceReference: null,
  code: null,
  created: clock.now(),
  settled: null,
  attempts: 1,
  attempted: new Date(),
  ...given,
})
