'use client'

import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '../../../_parts/calls'
import styles from '../../../_parts/detail.module.css'
import { Dialog } from '../../../_parts/dialog'
import { flawsIn, useFresh } from '../../../_parts/flaws'
import { CustomerFields, customerOf, customerProperties } from '../_parts/customer-fields'
import type { AccountShown } from './_parts/loaded'

/** Edits the customer of an account. */
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
  const { fresh, change } = useFresh(save.error)
  const { at, rest } = flawsIn(fresh, 'customer.', customerProperties)
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
      <Dialog opened={open} close={() => setOpen(false)} title="Edit customer">
        <form
          noValidate
          onChange={change}
          className={styles.confirm}
          onSubmit={(event) => {
            event.preventDefault()
            save.mutate({ id: account.id, customer: customerOf(new FormData(event.currentTarget)) })
          }}
        >
          <CustomerFields customer={account.customer ?? {}} at={at} />
          {rest && (
            <p role="alert" className={styles.problem}>
              {rest}
            </p>
          )}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save customer
            </Button>
          </Group>
        </form>
      </Dialog>
    </>
  )
}
