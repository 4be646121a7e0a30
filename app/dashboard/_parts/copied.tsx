'use client'

import { CopyButton } from '@mantine/core'
import { Icon } from './icons'
import styles from './parts.module.css'

/** A text with a button that copies it. `name` says what it is. */
export const Copied = ({ text, name }: { text: string; name: string }) => (
  <span className={styles.copied}>
    <code>{text}</code>
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <button type="button" onClick={copy} className={styles.copy} aria-label={`Copy ${name}`}>
          <Icon name={copied ? 'check' : 'copy'} size={16} />
          <span role="status" className="visually-hidden">
            {copied ? 'Copied' : ''}
          </span>
        </button>
      )}
    </CopyButton>
  </span>
)
