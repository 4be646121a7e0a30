import type { ReactNode } from 'react'

/** A column of a table. The first one names the row: it holds the link, is always shown, and is never cut. */
export interface Column<Row> {
  key: string
  name: string
  /** The minimum width, in pixels. The rest of the page is shared between the columns, according to `grow`. */
  width: number
  /** 1 unless given; 0 keeps the width. */
  grow?: number
  align?: 'end'
  /** The values of `sort` in the URL for both directions. `''` is the list's own order. */
  sort?: { up: string; down: string /** `up` unless given. */; first?: string }
  /** Shown only once the user has chosen it. */
  optional?: true
  /**
   * Its place on a phone, which has two lines per row and no headers: the title and the figure on the first, up to two
   * texts and the note on the second. Other columns are not shown there.
   */
  phone?: 'title' | 'figure' | 'text' | 'more' | 'note'
  cell: (row: Row) => ReactNode
}

/** Columns that many lists have. A list adds the cell, and what is different. */
export const usual = {
  customer: { key: 'customer', name: 'Customer', width: 150, grow: 1.3, phone: 'title' },
  amount: { key: 'amount', name: 'Amount', width: 120, grow: 0.5, align: 'end', phone: 'figure' },
  status: { key: 'status', name: 'Status', width: 110, grow: 0.5, phone: 'note' },
  card: { key: 'card', name: 'Card', width: 84, grow: 0.3 },
  created: {
    key: 'created',
    name: 'Created',
    width: 124,
    grow: 0.3,
    sort: { up: 'oldest', down: '', first: '' },
    phone: 'more',
  },
  date: { key: 'date', name: 'Date', width: 124, grow: 0.3, phone: 'more' },
} as const

/** Returns the chosen columns in their order, without unknown ones; the defaults if none were chosen. */
export function chosenColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): Column<Row>[] {
  const [first, ...others] = columns
  if (!first) return []
  const known = new Map(others.map((column) => [column.key, column]))
  const shown = chosen
    ? [...new Set(chosen)].flatMap((key) => known.get(key) ?? [])
    : others.filter(({ optional }) => !optional)
  return [first, ...shown]
}

/**
 * Returns the columns that fit into a width, in pixels. The first one always does. Those with a place on a phone come
 * before the others, so that a tablet never shows less than a phone.
 */
export function fittingColumns<Row>(columns: readonly Column<Row>[], width: number): Column<Row>[] {
  const [first, ...others] = columns
  if (!first) return []
  const ranked = [first, ...others.filter(({ phone }) => phone), ...others.filter(({ phone }) => !phone)]
  let used = 0
  const fitting = ranked.filter((column, place) => {
    used += column.width + gap
    return place === 0 || used <= width + gap
  })
  return columns.filter((column) => fitting.includes(column))
}

/** The space between two columns, in pixels; as in the stylesheet. */
const gap = 16
