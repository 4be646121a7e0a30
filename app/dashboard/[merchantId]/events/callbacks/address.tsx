'use client'

import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { eventTypes } from '@/server/model/callback-types'
import { counted } from '@/server/model/counted'
import { useTRPC } from '../../../_parts/calls'
import { Chip } from '../../../_parts/chip'
import { Outcome } from '../../../_parts/form'
import { Icon } from '../../../_parts/icons'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { useToast } from '../../../_parts/toast'
import { RealMoment, useRealTime } from '../../_parts/real-time'
import styles from './address-list.module.css'

const ChooseTypes = dynamic(() => import('./choose-types').then(({ ChooseTypes }) => ChooseTypes), {
  ssr: false,
})
const RemoveAddress = dynamic(() => import('./remove-address').then(({ RemoveAddress }) => RemoveAddress), {
  ssr: false,
})

type Addresses = Outputs['callback']['settings']['addresses']
type Own = Addresses['own'][number]
type AddressProps = { address: Own | Addresses['others'][number] }

/** An address: whether it works, which events it gets, and its actions. */
export function Address({ address }: AddressProps) {
  const { url, outage, finished } = address
  return (
    <li className={styles.address}>
      <div className={styles.head}>
        {outage ? (
          <Chip state="failing" text="Failing" />
        ) : finished > 0 ? (
          <Chip state="working" colour="green" text="Working" />
        ) : (
          <Chip state="idle" text="No recent callbacks" />
        )}
        <code>{url}</code>
      </div>
      {outage && (
        <p className={styles.wrong}>
          Nothing accepted since <RealMoment at={outage.since} />. {outage.reason}
        </p>
      )}
      <Facts address={address} />
      <Actions address={address} />
    </li>
  )
}

function Facts({ address: { url, waiting, nextAttempt, finished, delivered, ...more } }: AddressProps) {
  const { base, number } = useMerchant()
  const until = useRealTime()
  const rate = number(delivered / Math.max(finished, 1), {
    style: 'percent',
    maximumFractionDigits: delivered === finished ? 0 : 1,
  })
  const list = `${base}/events/callbacks?url=${encodeURIComponent(url)}`
  return (
    <ul className={styles.facts}>
      {'types' in more && <li>{more.types ? counted(more.types.length, 'chosen event') : 'All events'}</li>}
      {finished > 0 && (
        <li>
          <Link href={list}>
            {rate} of {counted(finished, 'callback', 'callbacks', number)} delivered in the last 24 hours
          </Link>
        </li>
      )}
      {waiting > 0 && (
        <li>
          {number(waiting)} not delivered yet{nextAttempt && `, next attempt ${until(nextAttempt)}`}
        </li>
      )}
    </ul>
  )
}

function Actions({ address }: AddressProps) {
  const trpc = useTRPC()
  const router = useRouter()
  const toast = useToast()
  const { base, may, number } = useMerchant()
  const [dialog, setDialog] = useState<'types' | 'remove'>()
  const { url } = address
  const test = useMutation(
    trpc.callback.test.mutationOptions({
      onSuccess: ({ id }) => router.push(`${base}/events/callbacks/${id}`),
    }),
  )
  const resend = useMutation(
    trpc.callback.resendFailed.mutationOptions({
      onSuccess: ({ count, isMore }) =>
        toast({
          text:
            count === 0
              ? 'No callback to this address has failed'
              : `Resending ${counted(count, 'callback', 'callbacks', number)}${isMore ? '. There are more' : ''}`,
        }),
    }),
  )
  if (!may('support')) return null
  const close = () => setDialog(undefined)
  return (
    <div className={styles.acts}>
      {may('admin') && (
        <Button
          size="compact-sm"
          variant="default"
          loading={test.isPending}
          onClick={() => test.mutate({ url })}
        >
          Send test
        </Button>
      )}
      <Menu position="bottom-end" transitionProps={{ duration: 100 }}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={`More for ${url}`}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {'types' in address && may('admin') && (
            <Menu.Item onClick={() => setDialog('types')}>Choose events</Menu.Item>
          )}
          <Menu.Item onClick={() => resend.mutate({ url })}>Resend failed callbacks</Menu.Item>
          <Menu.Item component={Link} href={`${base}/events/callbacks?url=${encodeURIComponent(url)}`}>
            Show its callbacks
          </Menu.Item>
          {'types' in address && may('admin') && (
            <>
              <Menu.Divider />
              <Menu.Item color="red" onClick={() => setDialog('remove')}>
                Remove address
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Outcome error={test.error ?? resend.error} />
      {dialog === 'types' && 'types' in address && (
        <ChooseTypes url={url} chosen={address.types ?? [...eventTypes]} close={close} />
      )}
      {dialog === 'remove' && <RemoveAddress url={url} close={close} />}
    </div>
  )
}
