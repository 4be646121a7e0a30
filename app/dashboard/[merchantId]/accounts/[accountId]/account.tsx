'use client'

import { Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { schemeName } from '@/server/card/scheme-name'
import { toldOf, useTRPC } from '../../../_parts/calls'
import { Copied } from '../../../_parts/copied'
import { Failed, Nothing } from '../../../_parts/face'
import list from '../../../_parts/list.module.css'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import parts from '../../../_parts/parts.module.css'
import styles from '../../orders/[orderId]/order.module.css'
import { EditCustomer } from './edit-customer'
import { RecentOrders } from './recent-orders'
import { SendLink } from './send-link'

export type AccountShown = Outputs['account']['get']

export function Account({ id }: { id: string }) {
  const trpc = useTRPC()
  const { base, may } = useMerchant()
  const { data: account, error, refetch } = useQuery(trpc.account.get.queryOptions({ id }))
  if (toldOf(error)?.status === 404) {
    return (
      <Nothing whole title="There is no such account">
        <p>It may be another merchant’s, or its address may be misspelt.</p>
        <Link href={`${base}/accounts`}>To all accounts</Link>
      </Nothing>
    )
  }
  if (error) return <Failed whole what="The account" error={error} retry={() => refetch()} />
  if (!account) return <Skeleton height={480} role="status" aria-label="Loading the account" />
  const { customer, status } = account
  return (
    <>
      <p className={styles.up}>
        <Link href={`${base}/accounts`}>Accounts</Link>
      </p>
      <header className={styles.head}>
        <div>
          <h1>{customer?.name ?? customer?.email ?? 'Account without a name'}</h1>
          <p className={styles.name}>
            {account.number && <span>Account {account.number}</span>}
            <span className={list.state} data-state={status}>
              {status}
            </span>
          </p>
        </div>
        {may('support') && (
          <Group gap={8}>
            <EditCustomer account={account} />
            {customer?.email && <SendLink id={account.id} email={customer.email} />}
          </Group>
        )}
      </header>
      <div className={styles.columns}>
        <div>
          <Subscriptions account={account} />
          <RecentOrders accountId={account.id} />
        </div>
        <Facts account={account} />
      </div>
    </>
  )
}

function Subscriptions({ account }: { account: AccountShown }) {
  const { money } = useMerchant()
  return (
    <section aria-labelledby="subscriptions">
      <h2 id="subscriptions">Subscriptions</h2>
      {account.subscriptions.length === 0 && <p className={styles.soft}>This account has none.</p>}
      <ul className={styles.lines}>
        {account.subscriptions.map(({ id, number, currency, amount, words, due, end }) => (
          <li key={id}>
            <div>
              <strong>{number ?? id}</strong>
              <span className={styles.soft}>{words}</span>
            </div>
            <span className={styles.soft}>
              {due ? `next on ${due}` : end ? `ended on ${end}` : 'nothing to come'}
            </span>
            <span className={styles.amount}>{money(amount, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Facts({ account }: { account: AccountShown }) {
  const { when, exactly } = useMerchant()
  const { type, identityNumber, id: customerId, email, phone, address } = account.customer ?? {}
  const { street, zipCode, city, countryCode } = address ?? {}
  const place = [street, [zipCode, city].filter(Boolean).join(' '), countryCode].filter(Boolean).join(', ')
  const facts = Object.entries({
    'E-mail': email,
    Phone: phone,
    Address: place,
    Type: type,
    'Identity number': identityNumber,
    'Customer id': customerId,
  })
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">Facts</h2>
      <dl className={parts.facts}>
        <div>
          <dt>Id</dt>
          <dd>
            <Copied text={account.id} name="the account’s id" />
          </dd>
        </div>
        <div>
          <dt>Made</dt>
          <dd title={exactly(account.created)}>{when(account.created)}</dd>
        </div>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        {account.cards.map(({ id, scheme, last4, expires }, place) => (
          <div key={id}>
            <dt>{place === 0 ? 'Default card' : 'Card'}</dt>
            <dd>
              {schemeName(scheme)} ending in {last4},{' '}
              {expires.map((part) => String(part).padStart(2, '0')).join('/')}
            </dd>
          </div>
        ))}
        {account.cards.length === 0 && (
          <div>
            <dt>Cards</dt>
            <dd>None</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
