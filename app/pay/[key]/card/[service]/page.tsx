import { redirect } from 'next/navigation'
import { runtime } from '@/server/runtime'
import { FieldsCardForm } from '../../../../_parts/customer/card-forms'
import { merchantName } from '../../../../_parts/customer/frame'
import { currentPayment } from '../../../../_parts/customer/payment-visit'
import type { Query } from '../../../../_parts/customer/visit'
import forms from '../../../../_parts/forms.module.css'
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
  const { visit, merchant } = await currentPayment(key)
  if (!visit || merchant?.cardService !== service) redirect(`/pay/${encodeURIComponent(key)}`)
  const fields = await runtime().cards.named(service).fields?.of({ merchantId: visit.merchant.id })
  return (
    <PaymentPage
      linkKey={key}
      query={await searchParams}
      form={({ visit: { words }, ...parts }) =>
        fields ? (
          <FieldsCardForm
            words={words}
            {...parts}
            fields={{ service, script: fields.script, publishableKey: fields.key }}
          />
        ) : (
          <p role="alert" className={forms.alert}>
            {words.say('new.elsewhere', { shop: merchantName(visit.merchant) })}
          </p>
        )
      }
    />
  )
}
