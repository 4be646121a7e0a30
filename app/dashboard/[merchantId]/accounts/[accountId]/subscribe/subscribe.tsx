'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useTRPC } from '../../../../_parts/calls'
import type { Outputs } from '../../../../_parts/merchant'
import { OnlyFor } from '../../../../_parts/only-for'
import { Loaded } from '../../../../_parts/query-state'
import { AddSubscription } from '../../../_parts/add-subscription'
import { ForAccount } from '../../../_parts/for-account'

/** Adds a subscription to the account in the URL. `like` in the URL: the ID of one that has ended, to fill the form. */
export function Subscribe() {
  const like = useSearchParams().get('like')
  return (
    <OnlyFor needs="support" to="add subscriptions">
      <ForAccount>
        {(account) =>
          like === null ? <AddSubscription account={account} /> : <AddAlike account={account} id={like} />
        }
      </ForAccount>
    </OnlyFor>
  )
}

function AddAlike({ account, id }: { account: Outputs['account']['get']; id: string }) {
  const query = useQuery(useTRPC().subscription.get.queryOptions({ account: account.id, id }))
  return (
    <Loaded noun="subscription" list="/subscriptions" query={query}>
      {(like) => <AddSubscription account={account} like={like} />}
    </Loaded>
  )
}
