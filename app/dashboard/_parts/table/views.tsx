'use client'

import { Button, Popover, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListName } from '@/server/model/preferences'
import { inWords, useTRPC } from '../calls'
import { fieldErrorOf } from '../flaws'
import { Form, Outcome } from '../form'
import { Icon } from '../icons'
import parts from '../parts.module.css'
import { useToast } from '../toast'
import { useToday } from '../use-today'
import styles from './bar.module.css'
import { type ListAddress, visit } from './list-address'
import { withDays, withNamedPeriod } from './periods'

/** The saved views of a list: its filters, order and columns under a name. `all`: "All orders". */
export function Views({
  list,
  all,
  address: { path, query },
}: {
  list: ListName
  all: string
  address: ListAddress
}) {
  const trpc = useTRPC()
  const today = useToday()
  const { data = [] } = useQuery(trpc.view.list.queryOptions({ list }))
  const views = data.map((view) => ({ ...view, shown: withDays(view.query, today) }))
  const toast = useToast()
  const restore = useMutation(trpc.view.save.mutationOptions())
  const remove = useMutation(trpc.view.remove.mutationOptions())
  const current = views.find(({ shown }) => shown === query)
  if (views.length === 0) return null
  return (
    <nav aria-label="Saved views" className={styles.views}>
      <ViewLink to={path} isCurrent={query === ''}>
        {all}
      </ViewLink>
      {views.map((view) => (
        <ViewLink key={view.id} to={`${path}?${view.shown}`} isCurrent={view.id === current?.id}>
          {view.name}
        </ViewLink>
      ))}
      {current && (
        <button
          type="button"
          className={parts.iconButton}
          disabled={remove.isPending}
          onClick={() => {
            const { id, name, query } = current
            const undo = () => restore.mutateAsync({ list, name, query })
            remove.mutate({ id }, { onSuccess: () => toast({ text: `Deleted the view “${name}”`, undo }) })
          }}
          aria-label={`Delete the view ${current.name}`}
          title="Delete view"
        >
          <Icon name="cross" size={16} />
        </button>
      )}
      <Outcome error={remove.error} />
    </nav>
  )
}

const ViewLink = ({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: string }) => (
  <a
    href={to}
    className={styles.view}
    aria-current={isCurrent ? 'page' : undefined}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      visit(to)
    }}
  >
    {children}
  </a>
)

/** Saves the list as it is shown. */
export function SaveView({
  list,
  query,
  columns,
}: {
  list: ListName
  query: string
  /** The shown columns, which the view keeps. */
  columns: readonly string[]
}) {
  const [open, setOpen] = useState(false)
  const today = useToday()
  const save = useMutation(
    useTRPC().view.save.mutationOptions({
      onSuccess: ({ query }) => {
        setOpen(false)
        visit(`${window.location.pathname}?${withDays(query, today)}`, 'replace')
      },
    }),
  )
  const saved = new URLSearchParams(query)
  saved.set('columns', columns.join(','))
  const kept = withNamedPeriod(`${saved}`, today)
  return (
    <Popover opened={open} onChange={setOpen} trapFocus returnFocus position="bottom-start" shadow="md">
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" onClick={() => setOpen(!open)}>
          Save view
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Save view">
        <Form
          className={parts.dialog}
          submit={(text) => save.mutate({ list, name: text('name'), query: kept.query })}
        >
          <TextInput
            label="View name"
            name="name"
            maxLength={60}
            placeholder="Large refunds"
            description={kept.name && `The period stays “${kept.name}”.`}
            error={fieldErrorOf(save.error)('name') ?? (save.error && inWords(save.error))}
          />
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Form>
      </Popover.Dropdown>
    </Popover>
  )
}
