'use client'

import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { inWords, isUndecided, toldOf } from '../../_parts/calls'
import styles from '../../_parts/detail.module.css'
import { Dialog } from '../../_parts/dialog'

/** Says what will happen, and does it. `act`: the button's words, the money in them; without it there is only closing. */
export function Confirmation({
  title,
  close,
  act,
  confirm,
  disabled = false,
  pending,
  error,
  keep = 'Keep as it is',
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
