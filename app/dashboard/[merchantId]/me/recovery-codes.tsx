'use client'

import { Button, CopyButton, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './you.module.css'

/** The codes to use without the app, shown only once. */
export const RecoveryCodes = ({
  codes,
  close,
  children,
}: {
  codes: string[]
  close: () => void
  children: ReactNode
}) => (
  <>
    <p role="status">{children}</p>
    <p>
      Use these recovery codes to sign in when you do not have your authenticator app. Each code works once.
      They are shown only now: save them somewhere you can reach without your phone.
    </p>
    <ul className={styles.codes} aria-label="Recovery codes">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <Group justify="flex-end" gap={8}>
      <CopyButton value={codes.join('\n')}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy codes'}
          </Button>
        )}
      </CopyButton>
      <Button onClick={close}>I have saved them</Button>
    </Group>
  </>
)
