'use client'

import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { inWords, useTRPC } from '../../../_parts/calls'
import { Section } from '../../../_parts/detail'
import detail from '../../../_parts/detail.module.css'
import { fieldErrorOf } from '../../../_parts/flaws'
import { Form } from '../../../_parts/form'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { useToast } from '../../../_parts/toast'
import { Address } from './address'
import styles from './address-list.module.css'

const RollSecret = dynamic(() => import('./roll-secret').then(({ RollSecret }) => RollSecret), { ssr: false })

type Addresses = Outputs['callback']['settings']['addresses']

/** The merchant's callback addresses with their health, and other addresses that are failing. */
export function AddressList({ addresses: { own, others } }: { addresses: Addresses }) {
  const { may } = useMerchant()
  return (
    <>
      <Section title="Addresses">
        {own.length === 0 && (
          <p className={detail.about}>
            No address yet. Kassa posts a signed callback for each event of this merchant to the addresses
            that {may('admin') ? 'you' : 'admins and owners'} add here, and retries it for three days.{' '}
            <a href="/docs#callbacks">How to receive callbacks</a>
          </p>
        )}
        <ul className={styles.addresses}>
          {own.map((address) => (
            <Address key={address.url} address={address} />
          ))}
        </ul>
        {may('admin') && <AddAddress />}
      </Section>
      {others.length > 0 && (
        <Section title="Failing addresses of orders and subscriptions" className={styles.others}>
          <ul className={styles.addresses}>
            {others.map((address) => (
              <Address key={address.url} address={address} />
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

const example = 'https://shop.example/callbacks'

function AddAddress() {
  const toast = useToast()
  const [url, setUrl] = useState('')
  const [isMissing, setMissing] = useState(false)
  const add = useMutation(
    useTRPC().callback.addAddress.mutationOptions({
      onSuccess: (_, added) => {
        setUrl((current) => (current.trim() === added.url ? '' : current))
        toast({ text: `Added ${added.url}` })
      },
    }),
  )
  const submit = () => {
    add.reset()
    setMissing(url.trim() === '')
    if (url.trim() !== '') add.mutate({ url: url.trim() })
  }
  return (
    <Form className={styles.add} submit={submit}>
      <TextInput
        label="New address"
        value={url}
        onChange={(event) => {
          setUrl(event.currentTarget.value)
          setMissing(false)
        }}
        type="url"
        placeholder={example}
        maxLength={2000}
        error={
          isMissing
            ? `Enter an address, such as ${example}`
            : (fieldErrorOf(add.error)('url') ?? (add.error && inWords(add.error)))
        }
      />
      <Button type="submit" variant="default" loading={add.isPending}>
        Add address
      </Button>
    </Form>
  )
}

/** When the signing secret was created, and a button for a new one. */
export function SigningSecret({
  secrets: [secret, previous],
}: Pick<Outputs['callback']['settings'], 'secrets'>) {
  const { may, when } = useMerchant()
  return (
    <Section title="Signing secret">
      <p className={detail.about}>
        Your receiver uses it to verify that a callback is from Kassa.{' '}
        {secret && `In use since ${when(secret.created)}. `}
        {previous?.expires && `The previous secret also signs callbacks until ${when(previous.expires)}.`}
      </p>
      {may('admin') && <RollSecret />}
    </Section>
  )
}
