'use client'

import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { inWords, toldOf } from './calls'
import styles from './parts.module.css'

/** Says that something could not be shown, why, and what to do. */
export function Failed({ what, error, retry, whole = false }: FailedProps) {
  const told = toldOf(error)
  const Title = whole ? 'h1' : 'strong'
  return (
    <div role="alert" className={styles.face}>
      <Title>{what} could not be shown</Title>
      <p>{inWords(error)}</p>
      {told && <code>{told.type}</code>}
      <Button variant="default" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}

interface FailedProps {
  what: string
  error: unknown
  retry: () => void
  /** Whether it is all that the page shows. */
  whole?: boolean
}

/** Says that there is nothing, and what that means. */
export function Nothing({
  title,
  whole = false,
  children,
}: {
  title: string
  whole?: boolean
  children: ReactNode
}) {
  const Title = whole ? 'h1' : 'strong'
  return (
    <div className={styles.face}>
      <Title>{title}</Title>
      {children}
    </div>
  )
}
