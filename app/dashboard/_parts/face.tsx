'use client'

import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { inWords, toldOf } from './calls'
import styles from './parts.module.css'

/** Says that something could not be shown, why, and what to do. */
export function Failed({ what, error, retry }: { what: string; error: unknown; retry: () => void }) {
  const told = toldOf(error)
  return (
    <div role="alert" className={styles.face}>
      <strong>{what} could not be shown</strong>
      <p>{inWords(error)}</p>
      {told && <code>{told.type}</code>}
      <Button variant="default" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}

/** Says that there is nothing, and what that means. */
export const Nothing = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.face}>
    <strong>{title}</strong>
    {children}
  </div>
)
