import { redirect } from 'next/navigation'
import { runtime } from '@/server/runtime'
import { OwnCardForm } from '../../../_parts/customer/card-forms'
import { accountMetadata } from '../../../_parts/customer/page-metadata'
import { accountPage, type Query, single } from '../../../_parts/customer/visit'
import { withQuery } from '../../../_parts/customer/with-query'
import { NewCard } from './_parts/new-card'

export const generateMetadata = () => accountMetadata('new.title')

const path = '/account/cards/new'

/** The form for a new card. A card service's own fields have a page of their own, whose policy allows its script. */
export default async function NewCardPage({ searchParams }: { searchParams: Query }) {
  const query = await searchParams
  return accountPage(path, async (visit) => {
    const { merchant, words } = visit
    if (runtime().cards.named(merchant.cardService).fields) {
      const [problem, note, from] = [query.problem, query.note, query.from].map(single)
      redirect(withQuery(`${path}/${merchant.cardService}`, { problem, note, from }))
    }
    return (
      <NewCard visit={visit} path={path} query={query}>
        {(parts) => <OwnCardForm words={words} action="/account/do/add-card" {...parts} />}
      </NewCard>
    )
  })
}
