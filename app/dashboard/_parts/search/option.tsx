'use client'

import { nameOnPage } from '@/server/model/order/order-name'
import type { SearchResult } from '@/server/search/results'
import { Amount } from '../amount'
import { CardMark } from '../card-mark'
import { Chip } from '../chip'
import { Avatar } from '../customer'
import { dayInSentence } from '../day-words'
import { kindName } from '../document-kind'
import { Icon } from '../icons'
import { useMerchant } from '../merchant'
import { OrderState } from '../order-state'
import { useToday } from '../use-today'
import type { SearchItem } from './items'
import styles from './search.module.css'

/** A row: what it is, more about it, and its state and amount. */
export function Option({ item: { shown, verb } }: { item: SearchItem }) {
  const does = verb && `${verb} `
  switch (shown.kind) {
    case 'page':
    case 'action':
      return (
        <>
          <span className={styles.mark}>
            <Icon name={shown.icon} size={18} />
          </span>
          <span className={styles.title}>{shown.title}</span>
          <span className={styles.end}>{shown.kind === 'page' ? 'Go to page' : ''}</span>
        </>
      )
    case 'order':
      return <Order order={shown} does={does} />
    case 'account':
      return <Account account={shown} does={does} />
    case 'subscription':
      return <Subscription subscription={shown} />
    case 'document':
      return <Document document={shown} />
  }
}

type Result<Kind> = Extract<SearchResult, { kind: Kind }>
type Does = string | undefined

function Order({ order, does }: { order: Result<'order'>; does: Does }) {
  const { when } = useMerchant()
  const today = useToday()
  const { payerName, created, card } = order
  return (
    <>
      <span className={styles.mark}>
        <Icon name="orders" size={18} />
      </span>
      <span className={styles.title}>
        {does}
        <bdi>{nameOnPage(order, (due) => dayInSentence(due, today))}</bdi>
        <span className={styles.more}>{[payerName, when(created)].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={styles.end}>
        {card && (
          <span className={styles.card}>
            <CardMark {...card} />
          </span>
        )}
        <OrderState order={order} />
        <span className={styles.amount}>
          <Amount of={order} />
        </span>
      </span>
    </>
  )
}

function Account({ account, does }: { account: Result<'account'>; does: Does }) {
  const { name, email, number, status, card } = account
  return (
    <>
      <Avatar name={name} />
      <span className={styles.title}>
        {does}
        <bdi>{name}</bdi>
        <span className={styles.more}>
          {[email === name ? null : email, number && name.endsWith(number) ? null : number]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className={styles.end}>
        {card && (
          <span className={styles.card}>
            <CardMark {...card} />
          </span>
        )}
        {status !== 'active' && <Chip state={status} />}
      </span>
    </>
  )
}

function Subscription({ subscription }: { subscription: Result<'subscription'> }) {
  const { number, id, payerName, state } = subscription
  return (
    <>
      <span className={styles.mark}>
        <Icon name="subscriptions" size={18} />
      </span>
      <span className={styles.title}>
        <bdi>{payerName ?? number ?? id}</bdi>
        <span className={styles.more}>{payerName ? `Subscription ${number ?? id}` : 'Subscription'}</span>
      </span>
      <span className={styles.end}>
        {state !== 'active' && <Chip state={state} />}
        <span className={styles.amount}>
          <Amount of={subscription} />
        </span>
      </span>
    </>
  )
}

function Document({ document }: { document: Result<'document'> }) {
  const { when } = useMerchant()
  const { number, type, payerName, created } = document
  return (
    <>
      <span className={styles.mark}>
        <Icon name="documents" size={18} />
      </span>
      <span className={styles.title}>
        {kindName(type)} {number}
        <span className={styles.more}>{[payerName, when(created)].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={styles.end}>
        <span className={styles.amount}>
          <Amount of={document} />
        </span>
      </span>
    </>
  )
}
