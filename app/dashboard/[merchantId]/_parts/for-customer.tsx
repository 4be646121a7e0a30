'use client'

import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { accentHint } from '../../_parts/accent-hint'
import { useTRPC } from '../../_parts/calls'
import { Customer } from '../../_parts/customer'
import { DetailHead } from '../../_parts/detail'
import styles from '../../_parts/detail.module.css'
import { DialogButton } from '../../_parts/form-dialog'
import { QueryState } from '../../_parts/query-state'
import { ForAccount } from './for-account'
import form from './form.module.css'
import type { AccountDetail } from './loaded-account'

const CreateCustomer = dynamic(() => import('./create-customer').then((file) => file.CreateCustomer), {
  ssr: false,
})

/** Chooses or creates a customer, keeps the account in the URL, and shows the form for it. */
export function ForCustomer({
  title,
  up,
  children,
}: {
  title: string
  up: { path: string; name: string }
  children: (account: AccountDetail) => ReactNode
}) {
  const account = useSearchParams().get('account')
  return account === null ? (
    <Choose title={title} up={up} />
  ) : (
    <ForAccount id={account}>{children}</ForAccount>
  )
}

function Choose({ title, up }: { title: string; up: { path: string; name: string } }) {
  const trpc = useTRPC()
  const router = useRouter()
  const path = usePathname()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const query = useQuery(
    trpc.account.list.queryOptions(
      { erased: 'no', ...(search && { search }) },
      { placeholderData: keepPreviousData, select: ({ accounts }) => accounts },
    ),
  )
  // The first result, once the results are for the current text.
  const found =
    search !== '' && search === typed.trim() && !query.isPlaceholderData ? query.data?.[0]?.id : undefined
  return (
    <>
      <DetailHead up={up} title={title} />
      <div className={`${form.form} ${form.alone} ${form.choose}`}>
        <div className={form.search}>
          <TextInput
            label="Customer"
            type="search"
            placeholder="Name, e-mail or number"
            value={typed}
            maxLength={500}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && found) router.replace(`${path}?account=${found}`)
            }}
            autoFocus
          />
          <DialogButton
            dialog={(close) => (
              <CreateCustomer close={close} created={(id) => router.replace(`${path}?account=${id}`)} />
            )}
          >
            Create customer
          </DialogButton>
        </div>
        <QueryState what="The customers" query={query} loading={352}>
          {(accounts) =>
            accounts.length === 0 ? (
              <p role="status" className={styles.soft}>
                {search
                  ? `No results for “${search}”. Check the spelling, or create the customer.${accentHint(search)}`
                  : 'No customers yet. Create the first one.'}
              </p>
            ) : (
              <ul
                className={form.customers}
                aria-label={search ? 'Results' : 'Newest customers'}
                data-found={found !== undefined || undefined}
              >
                {accounts.slice(0, 8).map(({ id, name, email, number, card }) => (
                  <li key={id}>
                    <Link href={`${path}?account=${id}`} replace prefetch={false}>
                      <Customer name={name} />
                      <span className={styles.soft}>
                        {[
                          email !== name && email,
                          number && !name.endsWith(number) && number,
                          card ? `••••\u00a0${card.last4}` : 'No\u00a0card',
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryState>
        <div>
          <Button component={Link} href={path.replace(/\/new$/, '')} variant="default">
            Cancel
          </Button>
        </div>
      </div>
    </>
  )
}
