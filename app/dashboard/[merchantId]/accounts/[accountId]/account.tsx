'use client'

import { Button } from '@mantine/core'
import Link from 'next/link'
import { Fragment } from 'react'
import { shownStatus } from '@/server/model/shown-status'
import { Chip } from '../../../_parts/chip'
import { Avatar } from '../../../_parts/customer'
import { DetailHead, Moment } from '../../../_parts/detail'
import styles from '../../../_parts/detail.module.css'
import { DialogButton } from '../../../_parts/form-dialog'
import { useMerchant } from '../../../_parts/merchant'
import { sumInWords } from '../../../_parts/sum-in-words'
import { useTitle } from '../../../_parts/use-title'
import { AskForCard } from '../../_parts/ask-for-card'
import { type AccountDetail, LoadedAccount } from '../../_parts/loaded-account'
import { Metadata } from '../../_parts/metadata'
import { Related } from '../../_parts/related'
import { SendLink } from '../../_parts/send-link'
import { Tags } from '../../_parts/tags'
import own from '../_parts/accounts.module.css'
import { AccountDetails } from './account-details'
import { Cards } from './cards'
import { Duplicates } from './duplicates'
import { EditCustomer } from './edit-customer'
import { EraseAccount } from './erase-account'
import { Figures } from './figures'
import { History } from './history'
import { Links } from './links'
import { RecentOrders } from './recent-orders'
import { Subscriptions } from './subscriptions'
import { Unconfirmed } from './unconfirmed'
import { Upcoming } from './upcoming'

/** An account's page. */
export const Account = () => <LoadedAccount>{(account) => <Content account={account} />}</LoadedAccount>

function Content({ account }: { account: AccountDetail }) {
  const { base, may } = useMerchant()
  const { id, name, customer, number, cards, erased } = account
  const email = customer?.email
  useTitle(name)
  const about = { subject: 'account', id } as const
  return (
    <>
      <DetailHead
        up={{ path: '/accounts', name: 'Accounts' }}
        title={
          <span className={own.title}>
            <Avatar name={name} />
            <bdi>{name}</bdi>
          </span>
        }
        state={
          <>
            <Chip state={shownStatus(account)} />
            {!account.confirmed && <Chip state="unconfirmed" />}
          </>
        }
        about={
          <>
            {number && name !== `Account ${number}` && (
              <span>
                {erased ? 'Number' : 'Account'} {number}
              </span>
            )}
            {email && email !== name && <bdi>{email}</bdi>}
            <span>
              Created <Moment at={account.created} />
            </span>
          </>
        }
      >
        {may('support') && !erased && (
          <div className={styles.actions}>
            {cards.length > 0 && (
              <Button component={Link} href={`${base}/accounts/${id}/order`} prefetch={false}>
                Create order
              </Button>
            )}
            {email && (
              <DialogButton
                asked="send-link"
                dialog={(close) => <SendLink id={id} email={email} close={close} />}
              >
                Send login link
              </DialogButton>
            )}
            <DialogButton dialog={(close) => <EditCustomer account={account} close={close} />}>
              Edit customer
            </DialogButton>
          </div>
        )}
      </DetailHead>
      {erased && <Erased at={erased} />}
      {!account.confirmed && <Unconfirmed id={id} />}
      <Unpaid account={account} />
      <Duplicates id={id} />
      <div className={own.figures}>
        <Figures account={account} />
      </div>
      <div className={styles.columns}>
        <div className={own.main}>
          <Subscriptions account={account} />
          {!erased && <Cards account={account} />}
          <RecentOrders accountId={id} />
          <Related account={id} />
          <History id={id} isErased={erased !== null} />
        </div>
        <div className={own.side}>
          <AccountDetails account={account} />
          <Upcoming account={account} />
          {!erased && (
            <>
              <Tags about={about} tags={account.tags} />
              <Metadata about={about} metadata={account.metadata} />
              <Links id={id} />
              <EraseAccount id={id} name={name} />
            </>
          )}
        </div>
      </div>
    </>
  )
}

/** Says that the personal data was erased, and what that means. */
function Erased({ at }: { at: Date }) {
  const { onPaper } = useMerchant()
  return (
    <p className={styles.next}>
      Personal data erased on {onPaper(at)}. Orders, payments and documents stay, because bookkeeping laws
      require it. Nothing can be added to this account.
    </p>
  )
}

/** What the account owes, and what to do about it. */
function Unpaid({ account: { id, customer, status, unpaid } }: { account: AccountDetail }) {
  const { base, money, may } = useMerchant()
  const owed = sumInWords(unpaid, money)
  const email = customer?.email
  if (!owed) return null
  return (
    <div className={styles.next} data-wrong>
      <p>
        {owed} is unpaid:{' '}
        {status === 'suspended'
          ? 'all payment attempts failed. The account stays suspended until the amount is paid or written off.'
          : 'a payment failed and is being retried.'}{' '}
        {unpaid.map(({ orderId, ...owed }, place) => (
          <Fragment key={orderId}>
            {place > 0 && ', '}
            <Link href={`${base}/orders/${orderId}`}>
              {unpaid.length === 1 ? 'Open the unpaid order' : money(owed)}
            </Link>
          </Fragment>
        ))}
      </p>
      {email && may('support') && <AskForCard accountId={id} />}
    </div>
  )
}
