import { redirect } from 'next/navigation'
import { runtime } from '@/server/runtime'
import { CardForm } from '../../../_parts/customer/card-form'
import { titled } from '../../../_parts/customer/titled'
import { accountPage, type Query, single } from '../../../_parts/customer/visit'
import { NewCard } from './_parts/new-card'

export const generateMetadata = () => titled('new.title')

const path = '/account/cards/new'

/** The form for a new card. A card service's own fields have a page of their own, whose policy allows its script. */
export default async function NewCardPage({ searchParams }: { searchParams: Query }) {
  const query = await searchParams
  return accountPage(path, async (visit) => {
    const { merchant, words } = visit
    if (runtime().cards.named(merchant.cardService).fields) {
      const kept = ['problem', 'note'].flatMap((name) => {
        const value = single(query[name])
        return value === undefined ? [] : [[name, value]]
      })
      redirect(`${path}/${merchant.cardService}${kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''}`)
    }
    const { say } = words
    return (
      <NewCard visit={visit} path={path} query={query}>
        {({ problem, button }) => (
          <CardForm
            problem={problem}
            texts={{
              number: say('new.number'),
              expires: say('new.expires'),
              csc: say('new.csc'),
              cscHelp: say('new.cscHelp'),
              button,
              busy: say('new.busy'),
              noAnswer: say('new.noAnswer'),
              badNumber: say('new.badNumber'),
              badExpires: say('new.badExpires'),
              badCsc: say('new.badCsc'),
              test: say('new.test'),
            }}
          />
        )}
      </NewCard>
    )
  })
}
