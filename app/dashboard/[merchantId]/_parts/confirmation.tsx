'use client'

import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { inWords, isUndecided, toldOf } from '../../_parts/calls'
import styles from '../../_parts/detail.module.css'
import { Dialog } from '../../_parts/dialog'

/** A dialog that states a consequence and asks for confirmation. `act`: the button text, including any amount; without it the dialog can only be closed. */
export function Confirmation({
  title,
  close,
  act,
  confirm,
  disabled = false,
  pending,
  error,
  keep = 'Cancel',
  children,
}: {
  title: string
  close: () => void
  act?: string | undefined
  confirm: () => void
  disabled?: boolean
  pending: boolean
  error?: unknown
  keep?: string
  children: ReactNode
}) {
  const code = toldOf(error)?.content.details?.code
  return (
    <Dialog close={close} title={title}>
      <form
        className={styles.confirm}
        onSubmit={(event) => {
          event.preventDefault()
          if (act && !disabled && !pending) confirm()
        }}
      >
        {children}
        {Boolean(error) && (
          <p role="alert" className={styles.problem}>
            {inWords(error)} {typeof code === 'string' && <code>{code}</code>}
          </p>
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            {act && !isUndecided({ isPending: pending, error }) ? keep : 'Close'}
          </Button>
          {act && (
            <Button type="submit" disabled={disabled} loading={pending}>
              {act}
            </Button>
          )}
        </Group>
      </form>
    </Dialog>
  )
}
