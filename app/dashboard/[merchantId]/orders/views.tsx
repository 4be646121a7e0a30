'use client'

import { Button, Popover, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { inWords, useTRPC } from '../../_parts/calls'
import { Form } from '../../_parts/form'
import { Icon } from '../../_parts/icons'
import { useMerchant } from '../../_parts/merchant'
import parts from '../../_parts/parts.module.css'
import styles from './_parts/orders.module.css'

/** Saved filters, and a button that saves the current ones. */
export function Views({ query }: { query: string }) {
  const trpc = useTRPC()
  const { base } = useMerchant()
  const { data: views = [] } = useQuery(trpc.view.list.queryOptions({ list: 'orders' }))
  const remove = useMutation(trpc.view.remove.mutationOptions())
  const current = views.find((view) => view.query === query)
  if (views.length === 0 && query === '') return null
  return (
    <nav aria-label="Saved views" className={styles.views}>
      <Link href={`${base}/orders`} className={styles.view} aria-current={query === '' ? 'page' : undefined}>
        All orders
      </Link>
      {views.map((view) => (
        <Link
          key={view.id}
          href={`${base}/orders?${view.query}`}
          className={styles.view}
          aria-current={view.id === current?.id ? 'page' : undefined}
        >
          {view.name}
        </Link>
      ))}
      {current && (
        <button
          type="button"
          className={parts.iconButton}
          onClick={() => remove.mutate({ id: current.id })}
          aria-label={`Delete the view ${current.name}`}
          title="Delete view"
        >
          <Icon name="cross" size={16} />
        </button>
      )}
      {query !== '' && !current && <Save query={query} />}
    </nav>
  )
}

function Save({ query }: { query: string }) {
  const [open, setOpen] = useState(false)
  const save = useMutation(useTRPC().view.save.mutationOptions({ onSuccess: () => setOpen(false) }))
  return (
    <Popover opened={open} onChange={setOpen} trapFocus returnFocus position="bottom-start" shadow="md">
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" onClick={() => setOpen(!open)}>
          Save view
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Save view">
        <Form
          noValidate={false}
          className={parts.dialog}
          submit={(text) => text('name') && save.mutate({ list: 'orders', name: text('name'), query })}
        >
          <TextInput
            label="View name"
            name="name"
            maxLength={60}
            required
            withAsterisk={false}
            placeholder="November refunds"
            error={save.error && inWords(save.error)}
          />
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Form>
      </Popover.Dropdown>
    </Popover>
  )
}
