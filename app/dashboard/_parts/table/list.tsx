'use client'

import { Button, Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Money } from '@/server/model/money/money'
import type { ListName } from '@/server/model/preferences'
import detail from '../detail.module.css'
import { Icon } from '../icons'
import parts from '../parts.module.css'
import styles from './bar.module.css'
import type { Column } from './column'
import { ColumnsButton, useColumns } from './columns-button'
import type { Filter } from './filter'
import { FilterBar } from './filter-bar'
import type { ListAddress } from './list-address'
import { hasNoRows, type Paged, PagedRows } from './paged-rows'
import { Table, type TableProps } from './table'
import { SelectedLine, type Totals, TotalsLine } from './totals'
import { useListKeys } from './use-list-keys'
import { SaveView, Views } from './views'

const KeyHelp = dynamic(() => import('./key-help').then(({ KeyHelp }) => KeyHelp), { ssr: false })

interface ListQuery<T> {
  data: T | undefined
  error: unknown
  refetch: () => unknown
}

interface ListProps<Data, Row> extends Pick<TableProps<Row>, 'idOf' | 'nameOf' | 'hrefOf' | 'actions'> {
  list: ListName
  /** "Orders", and one of them: "order". */
  what: string
  noun: string
  address: ListAddress
  /** The rows of one page. `next`: the cursor of the next one. `searchedTo`: set if only a part of the list was searched. */
  query: ListQuery<Data>
  rowsOf: (data: Data) => readonly Row[]
  /** Only enabled once there are rows, so that it never delays them. */
  totals?: ListQuery<Totals> | undefined
  /** What follows a sum: "per month". */
  sumUnit?: string | undefined
  columns: readonly Column<Row>[]
  filters?: readonly Filter[]
  search?: ComponentProps<typeof FilterBar>['search']
  /** The path of the CSV export. Its query is the list's, with the shown columns. */
  exportPath?: string
  /** The main action, in the head of the page. */
  action?: ReactNode
  /** Below the head: tabs. */
  children?: ReactNode
  /** Actions on selected rows. Without them rows cannot be selected. */
  selection?:
    | {
        amountOf?: (row: Row) => Money
        actions: (rows: Row[], clear: () => void) => ReactNode
      }
    | undefined
  /** The content of the side panel of a row. Load it lazily. */
  panel?: (id: string, close: () => void) => ReactNode
  /** Shown when the list is empty, and when nothing matches. */
  none: ReactNode
  noMatch?: ReactNode
  /** What was searched so far, if only a part of the list was. `to`: when the last row of that part was created. */
  partial?: (to: Date) => ReactNode
}

/**
 * A page with a list: its head, saved views, search, filters, rows, count and sum, and the links to other pages of it.
 * Filters, sort, page and side panel are in the URL; columns are remembered for each user.
 */
export function List<Data extends Paged, Row>({
  list,
  what,
  noun,
  address,
  query,
  rowsOf,
  totals,
  sumUnit,
  columns,
  filters = [],
  search,
  exportPath,
  action,
  children,
  selection,
  panel,
  none,
  noMatch,
  partial,
  ...row
}: ListProps<Data, Row>) {
  const { after, pageAt, addressWith, sort, peek, look } = address
  const { shown, choose, error } = useColumns(list, columns, address)
  const [selected, setSelected] = useState<{ on: string; ids: ReadonlySet<string> }>({
    on: '',
    ids: new Set(),
  })
  const [isHelpOpen, setHelpOpen] = useState(false)
  // Each page of the list starts with nothing selected.
  const page = pageAt(after)
  const ids = selected.on === page ? selected.ids : nothing
  const select = (next: ReadonlySet<string>) => setSelected({ on: page, ids: next })
  const rows = query.data && rowsOf(query.data)
  // A row that no longer matches has left the list and must not be changed unseen.
  const chosen = rows?.filter((each) => ids.has(row.idOf(each))) ?? []
  useListKeys({
    peeked: peek,
    look: panel && look,
    toggle:
      selection &&
      ((id) => {
        const next = new Set(ids)
        if (!next.delete(id)) next.add(id)
        select(next)
      }),
    clear: chosen.length > 0 ? () => select(nothing) : undefined,
    help: () => setHelpOpen(true),
  })
  const isEmpty = query.data !== undefined && hasNoRows(query.data, rowsOf)
  const keys = shown?.map(({ key }) => key) ?? []
  const exported = new URLSearchParams(address.query)
  exported.set('columns', keys.join(','))
  return (
    <>
      <header className={detail.head}>
        <h1>{what}</h1>
        {action}
      </header>
      {children}
      <Views list={list} all={`All ${what.toLowerCase()}`} address={address} />
      <FilterBar address={address} filters={filters} search={search} />
      <div className={styles.totals}>
        <TotalsLine totals={totals?.data} noun={noun} unit={sumUnit} />
        <span className={styles.end}>
          {/* A view keeps the columns, which are not known at first. */}
          {shown && address.query !== '' && <SaveView list={list} query={address.query} columns={keys} />}
          {exportPath && shown && !isEmpty && (
            <Button
              component="a"
              href={`${exportPath}?${exported}`}
              size="compact-sm"
              variant="subtle"
              color="gray"
            >
              Export
            </Button>
          )}
          {shown && <ColumnsButton all={columns} shown={shown} choose={choose} error={error} />}
          <button
            type="button"
            className={parts.iconButton}
            onClick={() => setHelpOpen(true)}
            aria-label="Keyboard shortcuts"
            title="Keyboard shortcuts (?)"
          >
            <Icon name="keys" size={18} />
          </button>
        </span>
      </div>
      <PagedRows
        what={what}
        noun={noun}
        address={address}
        query={query}
        rowsOf={rowsOf}
        loading={<TableSkeleton what={what} />}
        none={none}
        noMatch={noMatch}
        partial={partial}
      >
        {(found) =>
          shown ? (
            <Table
              {...row}
              what={what}
              rows={found}
              columns={shown}
              all={columns}
              sorting={{ sort, addressOf: (next) => addressWith({ sort: next }) }}
              selection={selection && { selected: ids, select }}
              peeked={peek}
            />
          ) : (
            <TableSkeleton what={what} />
          )
        }
      </PagedRows>
      {selection && ids.size > 0 && (
        // Hidden, not removed, when the last selected row leaves the list: a dialog may still show the results of an
        // action.
        <section
          aria-label={`Selected ${what.toLowerCase()}`}
          className={styles.selected}
          data-list-actions
          data-floating
          hidden={chosen.length === 0}
        >
          <SelectedLine rows={chosen} noun={noun} amountOf={selection.amountOf} />
          {selection.actions(chosen, () => select(nothing))}
          <Button size="xs" variant="subtle" onClick={() => select(nothing)}>
            Clear selection
          </Button>
        </section>
      )}
      {panel && peek && panel(peek, () => look(undefined))}
      {isHelpOpen && <KeyHelp close={() => setHelpOpen(false)} />}
    </>
  )
}

const nothing: ReadonlySet<string> = new Set()

/** Placeholder rows in the shape of real ones. */
const TableSkeleton = ({ what }: { what: string }) => (
  <div role="status" aria-label={`Loading ${what.toLowerCase()}`}>
    {Array.from({ length: 12 }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike, and stay where they are
      <div key={place} className={styles.skeleton}>
        <Skeleton height={14} />
        <Skeleton height={14} />
        <Skeleton height={14} />
        <Skeleton height={14} />
      </div>
    ))}
  </div>
)
