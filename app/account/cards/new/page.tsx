import { redirect } from 'next/navigation'
import { runtime } from '@/server/runtime'
import { OwnCardForm } from '../../../_parts/customer/card-forms'
import { accountMetadata } from '../../../_parts/customer/page-metadata'
import { accountPage, type Query, single } from '../../../_parts/customer/visit'
import { NewCard } from './_parts/new-card'

export const generateMetadata = () => accountMetadata('new.title')

const path = '/account/cards/new'

/** The form for a new card. A card service's own fields have a page of their own, whose policy allows its script. */
export default async function NewCardPage({ searchParams }: { searchParams: Query }) {
  const query = await searchParams
  return accountPage(path, async (visit) => {
    const { merchant, words } = visit
    if (runtime().cards.named(merchant.cardService).fields) {
      const kept = ['problem', 'note', 'from'].flatMap((name) => {
        const value = single(query[name])
        return value === undefined ? [] : [[name, value]]
      })
      redirect(`${path}/${merchant.cardService}${kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''}`)
    }
    return (
      <NewCard visit={visit} path={path} query={query}>
        {({ problem, button, hidden }) => (
          <OwnCardForm
            words={words}
            action="/account/do/add-card"
            hidden={hidden}
            problem={problem}
            button={button}
          />
        )}
      </NewCard>
    )
  })
}
