'use client'

import { Button, Group } from '@mantine/core'
import Link from 'next/link'
import { Copied } from '../../../_parts/copied'
import styles from '../../../_parts/detail.module.css'
import { Fact, Facts, Moment } from '../../../_parts/facts'
import list from '../../../_parts/list.module.css'
import { useMerchant } from '../../../_parts/merchant'
import { sumInWords } from '../../_parts/money'
import parts from '../../_parts/parts.module.css'
import own from '../_parts/accounts.module.css'
import { type AccountShown, LoadedAccount } from './_parts/loaded'
import { Cards } from './cards'
import { EditCustomer } from './edit-customer'
import { History } from './history'
import { Links } from './links'
import { RecentOrders } from './recent-orders'
import { SendLink } from './send-link'
import { Subscriptions } from './subscriptions'
import { Unconfirmed } from './unconfirmed'

/** An account's page. */
export const Account = ({ id }: { id: string }) => (
  <LoadedAccount id={id}>{(account) => <Whole account={account} />}</LoadedAccount>
)

function Whole({ account }: { account: AccountShown }) {
  const { base, money, may } = useMerchant()
  const { id, customer, status, number, cards } = account
  const unpaid = sumInWords(account.unpaid, money)
  return (
    <>
      <p className={styles.up}>
        <Link href={`${base}/accounts`}>Accounts</Link>
      </p>
      <header className={styles.head}>
        <div>
          <h1>{customer?.name ?? customer?.email ?? 'Unnamed account'}</h1>
          <p className={styles.name}>
            {number && <span>Account {number}</span>}
            <span className={list.state} data-state={status}>
              {status}
            </span>
            {!account.confirmed && (
              <span className={list.state} data-state="pending">
                unconfirmed
              </span>
            )}
          </p>
        </div>
        {may('support') && (
          <Group gap={8}>
            {cards.length > 0 && (
              <Button component={Link} href={`${base}/accounts/${id}/order`} prefetch={false}>
                Create order
              </Button>
            )}
            {customer?.email && <SendLink id={id} email={customer.email} />}
            <EditCustomer account={account} />
          </Group>
        )}
      </header>
      {!account.confirmed && <Unconfirmed id={id} />}
      {unpaid && (
        <p className={parts.next} data-wrong>
          {unpaid} is unpaid:{' '}
          {status === 'suspended'
            ? 'all payment attempts failed. Nothing more will be charged until it is paid.'
            : 'a payment failed and is being retried.'}
        </p>
      )}
      <div className={styles.columns}>
        <div className={own.main}>
          <Cards account={account} />
          <Subscriptions account={account} />
          <RecentOrders accountId={id} />
          <History id={id} />
        </div>
        <div className={own.side}>
          <AccountFacts account={account} />
          <Links id={id} />
        </div>
      </div>
    </>
  )
}

function AccountFacts({ account }: { account: AccountShown }) {
  const { type, identityNumber, id: customerId, email, phone, address } = account.customer ?? {}
  const { street, zipCode, city, countryCode } = address ?? {}
  const place = [street, [zipCode, city].filter(Boolean).join(' '), countryCode].filter(Boolean).join(', ')
  const facts = Object.entries({
    'E-mail': email,
    Phone: phone,
    Address: place,
    Type: type,
    'Identity number': identityNumber,
    'Customer ID': customerId,
  })
  return (
    <Facts>
      <Fact name="ID">
        <Copied text={account.id} name="the account ID" />
      </Fact>
      <Fact name="Created">
        <Moment at={account.created} />
      </Fact>
      {facts.map(
        ([name, value]) =>
          value && (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ),
      )}
    </Facts>
  )
}
