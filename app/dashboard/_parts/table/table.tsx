'use client'

import { useElementSize } from '@mantine/hooks'
import Link, { useLinkStatus } from 'next/link'
import type { CSSProperties, ReactNode } from 'react'
import { type Column, fittingColumns } from './column'
import { visit } from './list-address'
import { PlainCheckbox } from './plain-checkbox'
import styles from './table.module.css'

export interface TableProps<Row> {
  /** What the rows are: "Orders". */
  what: string
  rows: readonly Row[]
  /** The shown columns, in their order. */
  columns: readonly Column<Row>[]
  /** All columns: on a phone, those with a place there are shown whatever is chosen. */
  all?: readonly Column<Row>[]
  idOf: (row: Row) => string
  /** "order T-1": the name of a row for screen readers. */
  nameOf: (row: Row) => string
  /** The page that a row opens. */
  hrefOf?: (row: Row) => string | undefined
  /** The value of `sort` in the URL, and the URL with another one. */
  sorting?: { sort: string; addressOf: (sort: string) => string } | undefined
  selection?: Selection | undefined
  /** The row whose side panel is open. */
  peeked?: string | undefined
  /** One or two buttons, shown while the row is hovered or focused. Their labels name the row, as `nameOf` does. */
  actions?: ((row: Row, name: string) => ReactNode) | undefined
}

interface Selection {
  selected: ReadonlySet<string>
  select: (ids: ReadonlySet<string>) => void
}

/** The padding of a row and the column of its checkbox, in pixels; as in the stylesheet. */
const padding = 16
const checkWidth = 44

/** Rows under their headers; on a phone, two lines each. The whole row opens its page. */
export function Table<Row>({
  what,
  rows,
  columns,
  all = columns,
  idOf,
  nameOf,
  hrefOf,
  sorting,
  selection,
  peeked,
  actions,
}: TableProps<Row>) {
  const { ref, width } = useElementSize()
  const ids = rows.map(idOf)
  const isWhole = selection !== undefined && ids.every((id) => selection.selected.has(id))
  const fitting =
    width === 0 ? columns : fittingColumns(columns, width - padding - (selection ? checkWidth : 0))
  const onPhone = all.filter((column) => column.phone && !fitting.includes(column))
  // Figures and dates get the room that they need before the others share the rest.
  const tracks = fitting.map(({ width: min, grow = 1, align }) =>
    grow === 0
      ? `${min}px`
      : `minmax(${min}px, ${align === 'end' || grow < 0.5 ? 'max-content' : `${grow}fr`})`,
  )
  const style = { '--columns': `${selection ? '28px ' : ''}${tracks.join(' ')}` } as CSSProperties
  return (
    <div ref={ref} className={styles.box}>
      <table className={styles.table} style={style} aria-label={what} data-list>
        <thead>
          <tr>
            {selection && (
              <td className={styles.check}>
                <PlainCheckbox
                  label={`Select all ${what.toLowerCase()} on this page`}
                  isChecked={isWhole}
                  isPartial={!isWhole && ids.some((id) => selection.selected.has(id))}
                  toggle={() => selection.select(new Set(isWhole ? [] : ids))}
                >
                  <span className={styles.all}>Select all</span>
                </PlainCheckbox>
              </td>
            )}
            {fitting.map((column) => (
              <Head key={column.key} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const id = idOf(row)
            const name = nameOf(row)
            return (
              <tr
                key={id}
                tabIndex={-1}
                data-id={id}
                data-open={id === peeked || undefined}
                data-selected={selection?.selected.has(id) || undefined}
              >
                {selection && (
                  <td className={styles.check}>
                    <PlainCheckbox
                      label={`Select ${name}`}
                      isChecked={selection.selected.has(id)}
                      toggle={() => selection.select(toggled(selection.selected, id))}
                    />
                  </td>
                )}
                {fitting.map((column, place) => {
                  const { key, align, phone } = column
                  if (place > 0)
                    return (
                      <td key={key} data-align={align} data-phone={phone ?? 'none'}>
                        {column.cell(row)}
                      </td>
                    )
                  return (
                    <th key={key} scope="row" data-align={align} data-phone={phone ?? 'none'}>
                      <RowLink to={hrefOf?.(row)}>{column.cell(row)}</RowLink>
                    </th>
                  )
                })}
                {onPhone.map((column) => (
                  <td key={column.key} data-phone={column.phone} className={styles.phoneOnly}>
                    {column.cell(row)}
                  </td>
                ))}
                {actions && <td className={styles.actions}>{actions(row, name)}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The link of a row, which covers all of it. */
const RowLink = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? (
    children
  ) : (
    <Link href={to} prefetch={false} className={styles.link}>
      {children}
      <Pressed />
    </Link>
  )

/** Marks the pressed row until its page is there. */
function Pressed() {
  const { pending } = useLinkStatus()
  return <span className={styles.pressed} data-pending={pending || undefined} />
}

/** A column header. Pressing it sorts by the column, and pressing it again reverses the order. */
function Head<Row>({
  column: { name, align, sort: by },
  sorting,
}: {
  column: Column<Row>
  sorting: TableProps<Row>['sorting']
}) {
  if (!by || !sorting)
    return (
      <th scope="col" data-align={align}>
        {name}
      </th>
    )
  const { sort, addressOf } = sorting
  const direction = sort === by.up ? 'ascending' : sort === by.down ? 'descending' : undefined
  // Amounts and dates start with the largest and newest, names with A.
  const to = direction === undefined ? (by.first ?? by.up) : direction === 'ascending' ? by.down : by.up
  const address = addressOf(to)
  return (
    <th scope="col" data-align={align} aria-sort={direction}>
      <a
        href={address}
        className={styles.sort}
        aria-label={`${name}, sort ${to === by.up ? 'ascending' : 'descending'}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          visit(address)
        }}
      >
        {name}
        <span aria-hidden="true" className={styles.arrow}>
          {direction === 'ascending' ? '↑' : direction === 'descending' ? '↓' : to === by.up ? '↑' : '↓'}
        </span>
      </a>
    </th>
  )
}
