'use client'

import { Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { monthOf } from '@/server/model/calendar'
import { schemeName } from '@/server/model/card/scheme-name'
import { sumPerCurrency } from '@/server/model/money/sum-per-currency'
import { useTRPC } from '../../../_parts/calls'
import { SchemeMark } from '../../../_parts/card-mark'
import { Chip } from '../../../_parts/chip'
import { Section } from '../../../_parts/detail'
import styles from '../../../_parts/detail.module.css'
import { DialogButton, FormDialog } from '../../../_parts/form-dialog'
import list from '../../../_parts/loading-rows.module.css'
import { useMerchant } from '../../../_parts/merchant'
import { sumInWords } from '../../../_parts/sum-in-words'
import { useToday } from '../../../_parts/use-today'
import { expiryOf } from '../../_parts/expiry'
import type { AccountDetail } from '../../_parts/loaded-account'
import own from '../_parts/accounts.module.css'

type AccountCard = AccountDetail['cards'][number]
const cardName = ({ scheme, last4 }: AccountCard) => `${schemeName(scheme)} ending in ${last4}`

/** The cards of an account, with the default first and expiring cards marked. */
export const Cards = ({ account }: { account: AccountDetail }) => (
  <Section title="Cards">
    {account.cards.length === 0 && (
      <p className={styles.soft}>No cards. Send the customer a login link to add one on the account page.</p>
    )}
    <ul className={styles.lines}>
      {account.cards.map((card) => (
        <Row key={card.id} account={account} card={card} />
      ))}
    </ul>
  </Section>
)

interface CardProps {
  account: AccountDetail
  card: AccountCard
}

function Row({ account, card }: CardProps) {
  const { may } = useMerchant()
  const isDefault = account.cards[0]?.id === card.id
  const { state, written } = expiryOf(card.expires, monthOf(useToday()))
  const name = <span className="visually-hidden"> {cardName(card)}</span>
  return (
    <li className={own.item}>
      <div>
        <strong className={own.card}>
          <SchemeMark scheme={card.scheme} />
          {cardName(card)}
        </strong>
        <span className={styles.soft}>
          {state === 'expired' ? 'expired' : 'expires'} {written}
        </span>
      </div>
      <span className={list.states}>
        {isDefault && <Chip state="default" />}
        {state !== 'good' && <Chip state={state} colour={state === 'expired' ? 'red' : 'amber'} />}
      </span>
      {may('support') && (
        <Group gap={8}>
          {!isDefault && (
            <DialogButton
              size="xs"
              dialog={(close) => <MakeDefault account={account} card={card} close={close} />}
            >
              Make default{name}
            </DialogButton>
          )}
          <DialogButton size="xs" dialog={(close) => <Remove account={account} card={card} close={close} />}>
            Remove{name}
          </DialogButton>
        </Group>
      )}
    </li>
  )
}

function MakeDefault({ account, card, close }: CardProps & { close: () => void }) {
  const trpc = useTRPC()
  const { money } = useMerchant()
  const change = useMutation(trpc.account.makeDefault.mutationOptions({ onSuccess: close }))
  const owed = sumInWords(account.unpaid, money)
  return (
    <FormDialog
      title={`Make ${cardName(card)} the default card`}
      close={close}
      act={owed ? `Make default and charge ${owed}` : 'Make default'}
      mutation={change}
      submit={() => change.mutate({ id: account.id, card: card.id, owed: sumPerCurrency(account.unpaid) })}
    >
      <p>
        New orders and subscription payments will be charged to this card.
        {owed && ` The unpaid ${owed} will be charged to it immediately.`} You can change the default card at
        any time.
      </p>
    </FormDialog>
  )
}

function Remove({ account, card, close }: CardProps & { close: () => void }) {
  const trpc = useTRPC()
  const { money } = useMerchant()
  const remove = useMutation(trpc.account.removeCard.mutationOptions({ onSuccess: close }))
  const isDefault = account.cards[0]?.id === card.id
  const next = isDefault ? account.cards[1] : undefined
  const owed = next ? sumInWords(account.unpaid, money) : undefined
  return (
    <FormDialog
      title={`Remove ${cardName(card)}`}
      close={close}
      act={owed ? `Remove and charge ${owed} to the next card` : 'Remove card'}
      mutation={remove}
      submit={() =>
        remove.mutate({
          ...{ id: account.id, card: card.id, expected: account.cards.map((each) => each.id) },
          owed: sumPerCurrency(account.unpaid),
        })
      }
    >
      {next && (
        <p>
          {cardName(next)} becomes the default card for future payments.
          {owed && ` The unpaid ${owed} will be charged to it immediately.`}
        </p>
      )}
      {isDefault && !next && <LastCard account={account} />}
      <p>This cannot be undone. To use the card again, the customer must add it again.</p>
    </FormDialog>
  )
}

/** Warns what depends on an account's only card. */
function LastCard({ account }: { account: AccountDetail }) {
  const { money } = useMerchant()
  // Subscriptions of suspended accounts are not charged.
  const going =
    account.status === 'suspended' ? 0 : account.subscriptions.filter(({ due }) => due !== null).length
  const owed = sumInWords(account.unpaid, money)
  if (going === 0 && !owed)
    return <p>This is the account’s only card. Without a card, no orders can be created for the account.</p>
  return (
    <p className={styles.warning}>
      This is the account’s only card.{' '}
      {going > 0 &&
        `${going === 1 ? 'A subscription depends' : `${going} subscriptions depend`} on it: payments will fail until a card is added. `}
      {owed && `The unpaid ${owed} cannot be charged either.`}
    </p>
  )
}
