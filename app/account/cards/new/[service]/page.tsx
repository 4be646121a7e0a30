import { redirect } from 'next/navigation'
import { runtime } from '@/server/runtime'
import { FieldsCardForm } from '../../../../_parts/customer/card-forms'
import { merchantName } from '../../../../_parts/customer/frame'
import { accountMetadata } from '../../../../_parts/customer/page-metadata'
import { accountPage, type Query } from '../../../../_parts/customer/visit'
import forms from '../../../../_parts/forms.module.css'
import { NewCard } from '../_parts/new-card'

export const generateMetadata = () => accountMetadata('new.title')

/** The form for a new card with the fields of the merchant's card service. */
export default async function ServiceCardPage({
  params,
  searchParams,
}: {
  params: Promise<{ service: string }>
  searchParams: Query
}) {
  const { service } = await params
  const query = await searchParams
  const path = `/account/cards/new/${service}`
  return accountPage(path, async (visit) => {
    const { merchant, words } = visit
    if (service !== merchant.cardService) redirect('/account/cards/new')
    const fields = await runtime().cards.named(service).fields?.of({ merchantId: merchant.id })
    const { say } = words
    return (
      <NewCard visit={visit} path={path} query={query}>
        {({ problem, button, hidden }) =>
          fields ? (
            <FieldsCardForm
              words={words}
              action="/account/do/add-card"
              hidden={hidden}
              problem={problem}
              button={button}
              fields={{ service, script: fields.script, publishableKey: fields.key }}
            />
          ) : (
            <p role="alert" className={forms.alert}>
              {say('new.elsewhere', { shop: merchantName(merchant) })}
            </p>
          )
        }
      </NewCard>
    )
  })
}
