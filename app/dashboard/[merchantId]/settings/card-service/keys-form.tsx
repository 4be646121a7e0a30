'use client'

import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { serverErrorOf, useTRPC } from '../../../_parts/calls'
import detail from '../../../_parts/detail.module.css'
import { fieldErrorOf } from '../../../_parts/flaws'
import { Form, Outcome } from '../../../_parts/form'
import { useMerchant } from '../../../_parts/merchant'
import settings from '../../../_parts/settings.module.css'
import { useToast } from '../../../_parts/toast'
import styles from './card-service.module.css'
import { noticesFailed, type Service } from './service-words'

/** The form for the keys of a merchant's account at a card service. */
export function KeysForm({
  service,
  guide,
  replaces = false,
  close,
}: {
  service: string
  guide: NonNullable<Service['guide']>
  replaces?: boolean
  close?: () => void
}) {
  const { type } = useMerchant()
  const toast = useToast()
  const connect = useMutation(
    useTRPC().cardService.connect.mutationOptions({
      onSuccess: ({ notices }) => {
        if (notices === 'failed') toast({ text: noticesFailed })
        close?.()
      },
    }),
  )
  const wrong = fieldErrorOf(connect.error)
  const missing = missingIn(connect.error)
  return (
    <Form
      className={settings.form}
      autoComplete="off"
      submit={(text) => connect.mutate({ service, secret: text('secret'), publishable: text('publishable') })}
      onChange={() => connect.isIdle || connect.isPending || connect.reset()}
    >
      <p className={detail.about}>
        {replaces
          ? 'The new keys must belong to the same account. Payments continue without interruption; delete the old key at the card service afterwards.'
          : `Create a restricted key in `}
        {!replaces && (
          <>
            <a href={guide.dashboard} target="_blank" rel="noreferrer">
              {guide.title}’s dashboard
            </a>
            {type === 'test' ? ', in test mode, ' : ' '}with the permissions below, and copy both keys here.
            {type === 'test' && ' Test keys move no money.'}
          </>
        )}
      </p>
      <details open={!replaces || missing.length > 0} className={styles.permissions}>
        <summary>Permissions that the key needs</summary>
        <ul>
          {guide.permissions.map((permission) => (
            <li key={permission} data-missing={missing.includes(permission) || undefined}>
              {permission}
              {missing.includes(permission) && <strong> missing</strong>}
            </li>
          ))}
        </ul>
      </details>
      <PasswordInput
        name="secret"
        label={guide.secret.label}
        placeholder={guide.secret.example}
        error={wrong('secret')}
        maxLength={500}
        autoComplete="off"
        data-1p-ignore
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the key' }}
      />
      <TextInput
        name="publishable"
        label={guide.publishable.label}
        placeholder={guide.publishable.example}
        error={wrong('publishable')}
        maxLength={500}
        autoComplete="off"
      />
      <Outcome error={connect.error} fields={['secret', 'publishable']} />
      <Group gap={8}>
        <Button type="submit" loading={connect.isPending}>
          {replaces ? 'Check and replace' : 'Check and connect'}
        </Button>
        {close && (
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        )}
      </Group>
      <p className={detail.soft}>
        Kassa encrypts the secret key and never shows it again. Card numbers go from the browser to{' '}
        {guide.title} and never reach Kassa.
      </p>
    </Form>
  )
}

/** The permissions that an error says the key lacks. */
function missingIn(error: unknown): string[] {
  const missing = serverErrorOf(error)?.content.details?.missing
  return Array.isArray(missing) ? missing : []
}
