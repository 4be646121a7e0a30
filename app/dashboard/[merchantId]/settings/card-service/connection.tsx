'use client'

import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyRefusal } from '@/server/model/card/connection'
import { countryName } from '@/server/model/formats'
import { useTRPC } from '../../../_parts/calls'
import { Moment, Pairs } from '../../../_parts/detail'
import detail from '../../../_parts/detail.module.css'
import { Outcome } from '../../../_parts/form'
import { useMerchant } from '../../../_parts/merchant'
import { useToast } from '../../../_parts/toast'
import styles from './card-service.module.css'
import { ChangePace } from './change-pace'
import { KeysForm } from './keys-form'
import { noticesFailed, type Service } from './service-words'

interface ConnectionProps {
  service: Service
  guide: NonNullable<Service['guide']>
}

/** The merchant's account at a card service: its details, or the form for its keys. */
export function Connection({ service, guide }: ConnectionProps) {
  const { may } = useMerchant()
  const [isReplacing, setReplacing] = useState(false)
  const { name, connection } = service
  const toast = useToast()
  const check = useMutation(
    useTRPC().cardService.check.mutationOptions({
      onSuccess: ({ notices }) =>
        toast({ text: notices === 'failed' ? noticesFailed : 'Connection checked' }),
    }),
  )
  if (!connection) {
    return may('admin') ? (
      <KeysForm service={name} guide={guide} />
    ) : (
      <p className={detail.about}>Not connected.</p>
    )
  }
  return (
    <>
      {connection.isShared && (
        <p className={detail.warning}>
          Another merchant of this installation uses the same account. Payouts of the account, and fees that
          are not about a payment, are in the books of both.
        </p>
      )}
      <ConnectionFacts connection={connection} />
      {may('admin') && !isReplacing && (
        <Group gap={8} mt={16}>
          <Button variant="default" loading={check.isPending} onClick={() => check.mutate({ service: name })}>
            Check again
          </Button>
          <Button variant="default" onClick={() => setReplacing(true)}>
            Replace keys
          </Button>
          {connection.pace && <ChangePace service={name} pace={connection.pace} />}
        </Group>
      )}
      <Outcome error={check.error} />
      {isReplacing && <KeysForm service={name} guide={guide} replaces close={() => setReplacing(false)} />}
    </>
  )
}

const captures = {
  available: 'Yes: an order can be charged in parts',
  unavailable: 'No: charging a part cancels the rest',
  unknown: 'Known after the first payment',
}

function ConnectionFacts({ connection }: { connection: NonNullable<Service['connection']> }) {
  const { facts, refusal, pace, secretEnd, publishableEnd, checked, hasEndpoint, lastNotice } = connection
  const notices = lastNotice ? (
    <>
      Last one <Moment at={lastNotice} />
    </>
  ) : (
    'None so far'
  )
  return (
    <Pairs
      className={styles.facts}
      facts={{
        Account: <code>{facts.account}</code>,
        Country: countryName(facts.country),
        'Payouts in': facts.currency,
        Currencies: <Currencies codes={facts.currencies} />,
        Payments: refusal ? <Refused {...refusal} /> : facts.chargesEnabled ? 'Enabled' : <NotEnabled />,
        'Several charges per order': captures[facts.severalCaptures],
        Webhooks: hasEndpoint ? notices : <NoNotices />,
        'Requests per second': pace && `${pace.total} in total, ${pace.endpoint} to one endpoint`,
        'Secret key': <code>…{secretEnd}</code>,
        'Publishable key': <code>…{publishableEnd}</code>,
        Checked: <Moment at={checked} />,
      }}
    />
  )
}

const Refused = ({ problem, missing = [] }: KeyRefusal) => (
  <span className={detail.warning}>
    {problem === 'permissions missing'
      ? `The secret key lacks permissions: ${missing.join(', ')}`
      : 'Not possible: the card service no longer accepts the secret key, which may have been deleted or expired'}
    . Replace it.
  </span>
)

const NotEnabled = () => (
  <span className={detail.warning}>
    Not enabled: complete the activation in the dashboard of the card service, then check again
  </span>
)

const NoNotices = () => (
  <span className={detail.warning}>
    None: the card service cannot reach this installation, or has too many webhook endpoints. Set BASE_URL to
    a public https address, or delete an endpoint there, and check again. Until then, Kassa looks up what
    happened.
  </span>
)

const Currencies = ({ codes }: { codes: string[] }) => (
  <details className={styles.currencies}>
    <summary>{codes.length}</summary>
    {codes.join(', ')}
  </details>
)
