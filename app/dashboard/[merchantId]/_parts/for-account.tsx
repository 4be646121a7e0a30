'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTRPC } from '../../_parts/calls'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import { Loaded, Message } from '../../_parts/query-state'

export type PayingAccount = Outputs['account']['get']

/** Shows the form that adds something to an account, or why nothing can be added. */
export function ForAccount({
  id,
  children,
}: {
  id: string
  children: (account: PayingAccount) => ReactNode
}) {
  const { base } = useMerchant()
  const query = useQuery(useTRPC().account.get.queryOptions({ id }))
  return (
    <Loaded noun="account" list="/accounts" query={query}>
      {(account) =>
        account.erased === null ? (
          children(account)
        ) : (
          <Message whole title="Nothing can be added to this account">
            <p>
              The customer's personal data was erased. If the customer has come back, create a new account.
            </p>
            <Link href={`${base}/accounts/${id}`}>Account {id}</Link>
          </Message>
        )
      }
    </Loaded>
  )
}
