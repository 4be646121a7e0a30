'use client'

import Link from 'next/link'
import { schemeName } from '@/server/model/card/scheme-name'
import { Copied } from '../../../../_parts/copied'
import { Fact, Facts, Moment } from '../../../../_parts/facts'
import { useMerchant } from '../../../../_parts/merchant'
import { NearDay } from '../../../_parts/day'
import type { SubscriptionShown } from './_parts/loaded'

export function SubscriptionFacts({ subscription }: { subscription: SubscriptionShown }) {
  const { base } = useMerchant()
  const { account, id, number, start, end, due, billed, created, callback } = subscription
  return (
    <Facts>
      <Fact name="Account">
        <Link href={`${base}/accounts/${account.id}`}>{account.name ?? account.id}</Link>
      </Fact>
      <Fact name="Card">
        {account.card ? `${schemeName(account.card.scheme)} ending in ${account.card.last4}` : 'None'}
      </Fact>
      <Fact name="Start">
        <NearDay day={start} />
      </Fact>
      <Fact name="Next date">{due ? <NearDay day={due} /> : 'None'}</Fact>
      {billed && (
        <Fact name="Last date billed">
          <NearDay day={billed} />
        </Fact>
      )}
      <Fact name="End">{end ? <NearDay day={end} /> : 'None'}</Fact>
      <Fact name="Made">
        <Moment at={created} />
      </Fact>
      <Fact name="Id">
        <Copied text={id} name="the subscription’s id" />
      </Fact>
      <Fact name="Account id">
        <Copied text={account.id} name="the account’s id" />
      </Fact>
      {number !== null && (
        <Fact name="Number">
          <Copied text={number} name="the subscription’s number" />
        </Fact>
      )}
      {callback !== null && <Fact name="Callback">{callback}</Fact>}
    </Facts>
  )
}
