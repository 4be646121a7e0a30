import { redirect } from 'next/navigation'
import { FieldsCardForm } from '../../../../_parts/customer/card-forms'
import { currentPayment, paymentPath } from '../../../../_parts/customer/payment-visit'
import type { Query } from '../../../../_parts/customer/visit'
import { PaymentPage } from '../../../_parts/payment-page'
import { paymentTitle } from '../../../_parts/payment-title'

interface Given {
  params: Promise<{ key: string; service: string }>
  searchParams: Query
}

export const generateMetadata = async ({ params }: Given) => paymentTitle((await params).key)

/** The page of a payment with the fields of the merchant's card service. */
export default async function ServicePayPage({ params, searchParams }: Given) {
  const { key, service } = await params
  const { visit } = await currentPayment(key)
  if (visit?.merchant.cardService !== service) redirect(paymentPath(key))
  return (
    <PaymentPage
      linkKey={key}
      query={await searchParams}
      form={({ visit: { merchant, words }, ...parts }) => (
        <FieldsCardForm merchant={merchant} words={words} {...parts} />
      )}
    />
  )
}
