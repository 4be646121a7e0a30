'use client'

import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Customer } from '@/server/account/schemas'
import { inWords, toldOf, useTRPC } from '../../../_parts/calls'
import styles from '../../orders/[orderId]/order.module.css'
import type { AccountShown } from './account'

/** Each field with its name in the interface, where a refusal names it, and what a browser may fill in. */
const fields = [
  { name: 'name', label: 'Name' },
  { name: 'email', label: 'E-mail' },
  { name: 'phone', label: 'Phone' },
  { name: 'identityNumber', label: 'Identity number' },
  { name: 'id', label: 'Customer id in your system' },
] as const
const addressFields = [
  { name: 'street', label: 'Street' },
  { name: 'zipCode', label: 'Postal code' },
  { name: 'city', label: 'City' },
  { name: 'countryCode', label: 'Country, two letters' },
] as const

/** Changes the customer of an account. */
export function EditCustomer({ account }: { account: AccountShown }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const save = useMutation(
    trpc.account.replaceCustomer.mutationOptions({
      onSuccess: async () => {
        setOpen(false)
        await queries.invalidateQueries()
      },
    }),
  )
  const customer = account.customer ?? {}
  const wrong = toldOf(save.error)?.content
  const errorAt = (name: string) => (wrong?.property === `customer.${name}` ? wrong.description : undefined)
  const known = [...fields.map(({ name }) => name), ...addressFields.map(({ name }) => `address.${name}`)]
  const elsewhere = save.error && !known.some((name) => errorAt(name))
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          save.reset()
          setOpen(true)
        }}
      >
        Edit customer
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title="Edit customer"
        closeButtonProps={{ 'aria-label': 'Close' }}
        transitionProps={{ duration: 120 }}
      >
        <form
          noValidate
          className={styles.confirm}
          onSubmit={(event) => {
            event.preventDefault()
            save.mutate({ id: account.id, customer: customerOf(new FormData(event.currentTarget)) })
          }}
        >
          {fields.map(({ name, label }) => (
            <TextInput
              key={name}
              label={label}
              name={name}
              defaultValue={customer[name]}
              maxLength={500}
              error={errorAt(name)}
            />
          ))}
          <NativeSelect
            label="Type"
            name="type"
            defaultValue={customer.type ?? ''}
            data={[
              { value: '', label: 'Not known' },
              { value: 'person', label: 'Person' },
              { value: 'organisation', label: 'Organisation' },
            ]}
          />
          {addressFields.map(({ name, label }) => (
            <TextInput
              key={name}
              label={label}
              name={`address.${name}`}
              defaultValue={customer.address?.[name]}
              maxLength={500}
              error={errorAt(`address.${name}`)}
            />
          ))}
          {elsewhere && (
            <p role="alert" className={styles.problem}>
              {inWords(save.error)}
            </p>
          )}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={() => setOpen(false)}>
              Keep as it is
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save customer
            </Button>
          </Group>
        </form>
      </Modal>
    </>
  )
}

/** What stands in the form; a field left empty is one that the customer does not have. */
function customerOf(form: FormData): Customer {
  const given = (names: readonly { name: string }[], prefix = '') =>
    Object.fromEntries(
      names.flatMap(({ name }) => {
        const value = String(form.get(prefix + name) ?? '').trim()
        return value ? [[name, value]] : []
      }),
    )
  const address = given(addressFields, 'address.')
  return {
    ...given([...fields, { name: 'type' }]),
    ...(Object.keys(address).length > 0 && { address }),
  }
}
