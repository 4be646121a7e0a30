import type { Owed } from '@/server/customer/owed'
import { type FormResult, handleForm } from '../../_parts/customer/handle-form'
import { findPayment, type PaymentVisit, paymentPath } from '../../_parts/customer/payment-visit'
import type { PostedForm } from '../../_parts/form'
import { payable } from './payment'

export type GivenKey = { params: Promise<{ key: string }> }

/** Handles a form of the page of a payment. If nothing can be paid now, the page says why. */
export const postedPayment =
  (act: (visit: PaymentVisit, owed: Owed, form: PostedForm, headers: Headers) => Promise<FormResult>) =>
  async (request: Request, { params }: GivenKey): Promise<Response> => {
    const path = paymentPath((await params).key)
    return handleForm(request, {
      find: async ({ headers }) => (await findPayment(headers, (await params).key)).visit,
      page: () => path,
      act: async (visit, form) => {
        const owed = payable(visit)
        return owed ? act(visit, owed, form, request.headers) : { to: path }
      },
      home: path,
    })
  }
