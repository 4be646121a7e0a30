import { redirect } from 'next/navigation'
import { runtime } from '@/server/runtime'
import { OwnCardForm } from '../../_parts/customer/card-forms'
import { currentPayment } from '../../_parts/customer/payment-visit'
import { type Query, single } from '../../_parts/customer/visit'
import { withQuery } from '../../_parts/customer/with-query'
import { PaymentPage } from '../_parts/payment-page'
import { paymentTitle } from '../_parts/payment-title'

interface Given {
  params: Promise<{ key: string }>
  searchParams: Query
}

export const generateMetadata = async ({ params }: Given) => paymentTitle((await params).key)

/** A link in a mail leads here. A card service's own fields have a page of their own, whose policy allows its script. */
export default async function PayPage({ params, searchParams }: Given) {
  const { key } = await params
  const query = await searchParams
  const { visit } = await currentPayment(key)
  if (visit && runtime().cards.named(visit.merchant.cardService).fields) {
    const [problem, note] = [query.problem, query.note].map(single)
    redirect(withQuery(`${visit.path}/card/${visit.merchant.cardService}`, { problem, note }))
  }
  return (
    <PaymentPage
      linkKey={key}
      query={query}
      form={({ visit: { words }, ...parts }) => <OwnCardForm words={words} {...parts} />}
    />
  )
}
