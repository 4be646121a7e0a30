'use client'

import { Button, CopyButton, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from '../../_parts/settings.module.css'
import own from './you.module.css'

/** The codes that stand in for the app, shown this once. */
export const RecoveryCodes = ({
  codes,
  close,
  children,
}: {
  codes: string[]
  close: () => void
  children: ReactNode
}) => (
  <div className={styles.dialog}>
    <p role="status">{children}</p>
    <p>
      These recovery codes sign you in when you are without the app, each once. They are shown this once: keep
      them where you find them without your phone.
    </p>
    <ul className={own.codes} aria-label="Recovery codes">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <Group justify="flex-end" gap={8}>
      <CopyButton value={codes.join('\n')}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy them'}
          </Button>
        )}
      </CopyButton>
      <Button onClick={close}>I have kept them</Button>
    </Group>
  </div>
)
