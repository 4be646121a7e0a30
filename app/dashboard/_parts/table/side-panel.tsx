'use client'

import { Button } from '@mantine/core'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Icon } from '../icons'
import parts from '../parts.module.css'
import styles from './side-panel.module.css'

/** A panel at the right of a list, for a quick view of a row. The list stays usable behind it. `name`: "Order T-1". */
export const SidePanel = ({
  name,
  to,
  open,
  close,
  children,
}: {
  name: string
  /** The full page of the row, and the text of the link to it. */
  to?: string
  open?: string
  close: () => void
  children: ReactNode
}) => (
  <aside className={styles.panel} aria-label={name}>
    <header className={styles.head}>
      {to && (
        <Button component={Link} href={to} prefetch={false} size="compact-md" variant="default">
          {open}
        </Button>
      )}
      <button type="button" className={parts.iconButton} onClick={close} aria-label="Close the side panel">
        <Icon name="cross" />
      </button>
    </header>
    <div className={styles.body}>
      <h2 className={styles.name}>{name}</h2>
      {children}
    </div>
  </aside>
)
