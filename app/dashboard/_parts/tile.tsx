import { Skeleton } from '@mantine/core'
import Link from 'next/link'
import type { CSSProperties, ReactNode } from 'react'
import type { Money } from '@/server/model/money/money'
import { Figure } from './figure'
import { useMerchant } from './merchant'
import { Sparkline } from './sparkline'
import styles from './tile.module.css'

/** A change from an earlier figure, as a share of it. `isGood` decides its colour; without it, it has none. */
export interface FigureChange {
  words: string
  direction: 'up' | 'down' | 'same'
  isGood?: boolean | undefined
  /** The earlier figure. It is shown where there is room, and on hover. */
  from?: string | undefined
}

/** A figure with its label, change and sparkline. All of it links to the rows behind the figure. */
export function Tile({
  label,
  figure,
  change,
  note,
  course,
  to,
}: {
  label: string
  /** Undefined while it loads. Several amounts have a line each. */
  figure: Money | string | readonly Money[] | undefined
  change?: FigureChange | undefined
  /** What the figure is compared with or consists of. */
  note?: ReactNode
  course?: readonly number[] | undefined
  to?: string | undefined
}) {
  const { money } = useMerchant()
  const amounts = typeof figure === 'object' ? [figure].flat() : []
  const texts = typeof figure === 'string' ? [figure] : amounts.map(money)
  const characters = Math.max(0, ...texts.map(({ length }) => length))
  const content = (
    <>
      <span className={styles.label}>{label}</span>
      <span className={styles.figure} style={{ '--characters': characters } as CSSProperties}>
        {figure === undefined && <Skeleton height={28} width={120} />}
        {typeof figure === 'string' && figure}
        {amounts.map((of) => (
          <span key={of.currency}>
            <Figure of={of} />
          </span>
        ))}
      </span>
      <span className={styles.below}>
        <span className={styles.compared}>
          {change && <Difference change={change} />}
          {change?.from && <span className={styles.from}>from {change.from}</span>}
          {note && <span className={styles.note}>{note}</span>}
        </span>
        {course && <Sparkline values={course} />}
      </span>
    </>
  )
  return to === undefined ? (
    <div className={styles.tile}>{content}</div>
  ) : (
    <Link href={to} prefetch={false} className={styles.tile}>
      {content}
    </Link>
  )
}

const arrows = { up: '↑', down: '↓', same: '→' } as const

const Difference = ({ change: { words, direction, isGood, from } }: { change: FigureChange }) => (
  <span className={styles.change} data-good={isGood} title={from && `from ${from}`}>
    <span aria-hidden="true">{arrows[direction]} </span>
    {words}
  </span>
)

/** Tiles side by side: four in a row, two on a phone. */
export const Tiles = ({ children }: { children: ReactNode }) => <div className={styles.tiles}>{children}</div>
