'use client'

import { Button, Group } from '@mantine/core'
import Link from 'next/link'
import { languageInEnglish } from '@/server/model/language'
import { Chip } from '../../../_parts/chip'
import { Copied } from '../../../_parts/copied'
import { DetailHead, Facts, Moment } from '../../../_parts/detail'
import styles from '../../../_parts/detail.module.css'
import { DialogButton } from '../../../_parts/form-dialog'
import { Masked } from '../../../_parts/masked'
import { useMerchant } from '../../../_parts/merchant'
import { Documents } from '../../_parts/documents'
import { MailLog } from '../../_parts/mail-log'
import { sumInWords } from '../../_parts/money'
import own from '../_parts/accounts.module.css'
import { type AccountDetail, LoadedAccount } from './_parts/loaded-account'
import { Cards } from './cards'
import { EditCustomer } from './edit-customer'
import { History } from './history'
import { Links } from './links'
import { RecentOrders } from './recent-orders'
import { SendLink } from './send-link'
import { Subscriptions } from './subscriptions'
import { Unconfirmed } from './unconfirmed'

/** An account's page. */
export const Account = () => <LoadedAccount>{(account) => <Content account={account} />}</LoadedAccount>

function Content({ account }: { account: AccountDetail }) {
  const { base, money, may } = useMerchant()
  const { id, customer, status, number, cards } = account
  const email = customer?.email
  const unpaid = sumInWords(account.unpaid, money)
  return (
    <>
      <DetailHead
        up={{ path: '/accounts', name: 'Accounts' }}
        title={customer?.name ?? customer?.email ?? 'Unnamed account'}
        about={
          <>
            {number && <span>Account {number}</span>}
            <Chip state={status} />
            {!account.confirmed && <Chip state="unconfirmed" />}
          </>
        }
      >
        {may('support') && (
          <Group gap={8}>
            {cards.length > 0 && (
              <Button component={Link} href={`${base}/accounts/${id}/order`} prefetch={false}>
                Create order
              </Button>
            )}
            {email && (
              <DialogButton dialog={(close) => <SendLink id={id} email={email} close={close} />}>
                Send login link
              </DialogButton>
            )}
            <DialogButton dialog={(close) => <EditCustomer account={account} close={close} />}>
              Edit customer
            </DialogButton>
          </Group>
        )}
      </DetailHead>
      {!account.confirmed && <Unconfirmed id={id} />}
      {unpaid && (
        <p className={styles.next} data-wrong>
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
          <Documents account={id} />
          <MailLog account={id} />
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

const languageFact = ({ language, chosenLanguage }: AccountDetail) =>
  language
    ? languageInEnglish[language]
    : chosenLanguage && `${languageInEnglish[chosenLanguage]}, chosen by the customer`

function AccountFacts({ account }: { account: AccountDetail }) {
  const { type, identityNumber, vatNumber, id: customerId, email, phone, address } = account.customer ?? {}
  const { street, zipCode, city, countryCode } = address ?? {}
  const place = [street, [zipCode, city].filter(Boolean).join(' '), countryCode].filter(Boolean).join(', ')
  return (
    <Facts
      facts={{
        ID: <Copied text={account.id} name="the account ID" />,
        Created: <Moment at={account.created} />,
        'E-mail': email,
        Phone: phone,
        Language: languageFact(account),
        Address: place,
        Type: type,
        'Identity number': identityNumber && <Masked text={identityNumber} name="the identity number" />,
        'VAT number': vatNumber,
        'Customer ID': customerId,
      }}
    />
  )
}
