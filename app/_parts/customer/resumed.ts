import { log } from '@/server/core/log'
import { type Paid, resumePayment } from '@/server/customer/orders'
import { hasCode } from '@/server/model/errors'
import { seeOther } from '../form'
import { findVisit } from './visit'

type Given = { params: Promise<{ orderId: string }> }

/**
 * Handles a request of the customer's browser on its way to or from the bank: looks the payment up and redirects to the
 * address that `to` returns. `page` is the order's page with a note. Without a session, that page asks to sign in.
 */
export const resumed =
  (to: (found: { paid: Paid; bankUrl?: string }, page: string) => string) =>
  async (request: Request, { params }: Given): Promise<Response> => {
    const { orderId } = await params
    if (!/^[A-Za-z]{16}$/.test(orderId)) return seeOther('/account/gone')
    const page = `/account/orders/${orderId}`
    const { visit } = await findVisit(request.headers)
    if (!visit) return seeOther(page)
    try {
      const found = await resumePayment(visit.context, { accountId: visit.accountId, orderId })
      return seeOther(to(found, `${page}?note=${found.paid}`))
    } catch (error) {
      if (hasCode(error, 'not-found')) return seeOther('/account/gone')
      log.error({ err: error, account: visit.accountId }, 'A payment could not be looked up')
      return seeOther(`${page}?note=wrong`)
    }
  }
