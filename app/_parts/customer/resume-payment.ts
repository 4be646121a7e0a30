import { log } from '@/server/core/log'
import { type Paid, resumePayment } from '@/server/customer/orders'
import { seeOther } from '@/server/http/see-other'
import { hasCode } from '@/server/model/errors'
import { findVisit, type Visit } from './visit'

/** A payment that waits for the customer's approval. */
interface Waiting extends Pick<Visit, 'context' | 'accountId'> {
  orderId: string
  /** The page of the payment. */
  page: string
}

/** Where the customer goes: `page` has a note about the outcome. */
type Destination = (found: { paid: Paid; bankUrl?: string }, page: string) => string

export const toBank: Destination = ({ bankUrl }, page) => bankUrl ?? page
/** The bank's redirect is not trusted: Kassa asks the card service. */
export const toPage: Destination = (_, page) => page

/** Looks up a payment and sends the customer's browser to the bank, or back to the page of the payment. */
export async function resumePaymentAt(
  { context, accountId, orderId, page }: Waiting,
  destination: Destination,
): Promise<Response> {
  try {
    const found = await resumePayment(context, { accountId, orderId })
    return seeOther(destination(found, `${page}?note=${found.paid}`))
  } catch (error) {
    if (hasCode(error, 'not-found')) return seeOther('/account/gone')
    log.error({ err: error, account: accountId }, 'A payment could not be looked up')
    return seeOther(`${page}?note=wrong`)
  }
}

type Given = { params: Promise<{ orderId: string }> }

/** The same for an order of the logged-in customer. Without a session, redirects to its page, which asks to log in. */
export const resumeOrderPayment =
  (destination: Destination) =>
  async (request: Request, { params }: Given): Promise<Response> => {
    const { orderId } = await params
    if (!/^[A-Za-z]{16}$/.test(orderId)) return seeOther('/account/gone')
    const page = `/account/orders/${orderId}`
    const { visit } = await findVisit(request.headers)
    return visit ? resumePaymentAt({ ...visit, orderId, page }, destination) : seeOther(page)
  }
