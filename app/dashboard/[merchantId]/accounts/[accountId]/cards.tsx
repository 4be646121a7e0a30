'use client'

import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { monthOf } from '@/server/model/calendar'
import { schemeName } from '@/server/model/card/scheme-name'
import { useTRPC } from '../../../_parts/calls'
import styles from '../../../_parts/detail.module.css'
import list from '../../../_parts/list.module.css'
import { useMerchant } from '../../../_parts/merchant'
import { Confirmation } from '../../_parts/confirmation'
import { useToday } from '../../_parts/day'
import { sumInWords } from '../../_parts/money'
import own from '../_parts/accounts.module.css'
import type { AccountShown } from './_parts/loaded'
import { expiryOf } from './expiry'

type Card = AccountShown['cards'][number]
const cardName = ({ scheme, last4 }: Card) => `${schemeName(scheme)} ending in ${last4}`

/** The cards of an account, with the default first and expiring cards marked. */
export function Cards({ account }: { account: AccountShown }) {
  const [chosen, setChosen] = useState<{ act: 'default' | 'remove'; card: Card }>()
  const close = () => setChosen(undefined)
  return (
    <section aria-labelledby="cards">
      <h2 id="cards">Cards</h2>
      {account.cards.length === 0 && (
        <p className={styles.soft}>
          No cards. Send the customer a login link to add one on the account page.
        </p>
      )}
      <ul className={styles.lines}>
        {account.cards.map((card, place) => (
          <Row key={card.id} card={card} isDefault={place === 0} choose={(act) => setChosen({ act, card })} />
        ))}
      </ul>
      {chosen?.act === 'default' && <MakeDefault account={account} card={chosen.card} close={close} />}
      {chosen?.act === 'remove' && <Remove account={account} card={chosen.card} close={close} />}
    </section>
  )
}

function Row({
  card,
  isDefault,
  choose,
}: {
  card: Card
  isDefault: boolean
  choose: (act: 'default' | 'remove') => void
}) {
  const { may } = useMerchant()
  const today = useToday()
  const expiry = expiryOf(card.expires, monthOf(today))
  return (
    <li className={own.item}>
      <div>
        <strong>{cardName(card)}</strong>
        <span className={styles.soft}>
          {expiry.state === 'expired' ? 'expired' : 'expires'} {expiry.written}
        </span>
      </div>
      <span className={list.states}>
        {isDefault && <span className={list.state}>default</span>}
        {expiry.state !== 'good' && (
          <span className={list.state} data-state={expiry.state === 'expired' ? 'failed' : 'pending'}>
            {expiry.state}
          </span>
        )}
      </span>
      {may('support') && (
        <span className={own.buttons}>
          {!isDefault && (
            <Button variant="default" size="xs" onClick={() => choose('default')}>
              Make default
              <span className="visually-hidden"> {cardName(card)}</span>
            </Button>
          )}
          <Button variant="default" size="xs" onClick={() => choose('remove')}>
            Remove
            <span className="visually-hidden"> {cardName(card)}</span>
          </Button>
        </span>
      )}
    </li>
  )
}

interface Acting {
  account: AccountShown
  card: Card
  close: () => void
}

const useDone = (close: () => void) => {
  const queries = useQueryClient()
  return async () => {
    close()
    await queries.invalidateQueries()
  }
}

function MakeDefault({ account, card, close }: Acting) {
  const trpc = useTRPC()
  const { money } = useMerchant()
  const make = useMutation(trpc.account.makeDefault.mutationOptions({ onSuccess: useDone(close) }))
  const owed = sumInWords(account.unpaid, money)
  return (
    <Confirmation
      title={`Make ${cardName(card)} the default card`}
      close={close}
      act={owed ? `Make default and charge ${owed}` : 'Make default'}
      confirm={() => make.mutate({ id: account.id, card: card.id })}
      pending={make.isPending}
      error={make.error}
    >
      <p>
        New orders and subscription payments will be charged to this card.
        {owed && ` The unpaid ${owed} will be charged to it immediately.`} You can change the default card at
        any time.
      </p>
    </Confirmation>
  )
}

function Remove({ account, card, close }: Acting) {
  const trpc = useTRPC()
  const { money } = useMerchant()
  const remove = useMutation(trpc.account.removeCard.mutationOptions({ onSuccess: useDone(close) }))
  const isDefault = account.cards[0]?.id === card.id
  const next = isDefault ? account.cards[1] : undefined
  const owed = next ? sumInWords(account.unpaid, money) : undefined
  return (
    <Confirmation
      title={`Remove ${cardName(card)}`}
      close={close}
      act={owed ? `Remove and charge ${owed} to the next card` : 'Remove card'}
      confirm={() => remove.mutate({ id: account.id, card: card.id })}
      pending={remove.isPending}
      error={remove.error}
      keep="Cancel"
    >
      {next && (
        <p>
          {cardName(next)} becomes the default card for future payments.
          {owed && ` The unpaid ${owed} will be charged to it immediately.`}
        </p>
      )}
      {isDefault && !next && <LastCard account={account} />}
      <p>This cannot be undone. To use the card again, the customer must add it again.</p>
    </Confirmation>
  )
}

/** Warns what depends on an account's only card. */
function LastCard({ account }: { account: AccountShown }) {
  const { money } = useMerchant()
  const going = account.subscriptions.filter(({ due }) => due !== null)
  const owed = sumInWords(account.unpaid, money)
  if (going.length === 0 && !owed)
    return <p>This is the account’s only card. Without a card, no orders can be created for the account.</p>
  return (
    <p className={own.expiring}>
      This is the account’s only card.{' '}
      {going.length > 0 &&
        `${going.length === 1 ? 'A subscription depends' : `${going.length} subscriptions depend`} on it: upcoming payments of ${sumInWords(going, money)} will fail until a card is added. `}
      {owed && `The unpaid ${owed} cannot be charged either.`}
    </p>
  )
}
