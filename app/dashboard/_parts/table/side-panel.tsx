'use client'

import { Button } from '@mantine/core'
import Link from 'next/link'
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../icons'
import parts from '../parts.module.css'
import styles from './side-panel.module.css'

/** A panel at the right of a list, for a quick view of a row. The list stays usable behind it. `name`: "Order T-1". */
export function SidePanel({
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
}) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (hasOpened(document.activeElement)) panel.current?.focus()
  }, [])
  return (
    <aside ref={panel} tabIndex={-1} className={styles.panel} aria-label={name} data-floating>
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
}

/**
 * Whether a press of the focused element opened the panel. The keys of lists open it too, and move between the rows
 * while it is open.
 */
const hasOpened = (focused: Element | null): boolean =>
  focused instanceof HTMLAnchorElement
    ? focused.href === window.location.href
    : focused instanceof HTMLButtonElement
