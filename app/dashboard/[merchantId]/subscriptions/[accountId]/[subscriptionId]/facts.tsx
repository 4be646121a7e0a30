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
      <Fact name="Next payment">{due ? <NearDay day={due} /> : 'None'}</Fact>
      {billed && (
        <Fact name="Last billed">
          <NearDay day={billed} />
        </Fact>
      )}
      <Fact name="End">{end ? <NearDay day={end} /> : 'None'}</Fact>
      <Fact name="Created">
        <Moment at={created} />
      </Fact>
      <Fact name="ID">
        <Copied text={id} name="the subscription ID" />
      </Fact>
      <Fact name="Account ID">
        <Copied text={account.id} name="the account ID" />
      </Fact>
      {number !== null && (
        <Fact name="Number">
          <Copied text={number} name="the subscription number" />
        </Fact>
      )}
      {callback !== null && <Fact name="Callback address">{callback}</Fact>}
    </Facts>
  )
}
