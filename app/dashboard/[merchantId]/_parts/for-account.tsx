'use client'

import Link from 'next/link'
import type { ComponentProps } from 'react'
import { useMerchant } from '../../_parts/merchant'
import { Message } from '../../_parts/query-state'
import { LoadedAccount } from './loaded-account'

/** Shows the form that adds something to an account, or why nothing can be added. */
export function ForAccount({ children, ...which }: ComponentProps<typeof LoadedAccount>) {
  const { base } = useMerchant()
  return (
    <LoadedAccount {...which}>
      {(account) =>
        account.erased === null ? (
          children(account)
        ) : (
          <Message whole title="Nothing can be added to this account">
            <p>
              The customer's personal data was erased. If the customer has come back, create a new account.
            </p>
            <Link href={`${base}/accounts/${account.id}`}>Account {account.id}</Link>
          </Message>
        )
      }
    </LoadedAccount>
  )
}
