import { redirect } from 'next/navigation'
import { FieldsCardForm } from '../../../../_parts/customer/card-forms'
import { accountMetadata } from '../../../../_parts/customer/page-metadata'
import { accountPage, type Query } from '../../../../_parts/customer/visit'
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
    return (
      <NewCard visit={visit} path={path} query={query}>
        {(parts) => (
          <FieldsCardForm merchant={merchant} words={words} action="/account/do/add-card" {...parts} />
        )}
      </NewCard>
    )
  })
}
