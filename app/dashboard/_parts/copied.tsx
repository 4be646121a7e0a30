'use client'

import { Button, CopyButton } from '@mantine/core'
import { Icon } from './icons'
import styles from './parts.module.css'

/**
 * A text with a button that copies it. `name`: what the text is, for the button's label. `plain`: text for people, not
 * for programs.
 */
export const Copied = ({ text, name, plain = false }: { text: string; name: string; plain?: boolean }) => (
  <span className={styles.copied}>
    {plain ? <bdi>{text}</bdi> : <code>{text}</code>}
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <>
          <button type="button" onClick={copy} className={styles.iconButton} aria-label={`Copy ${name}`}>
            <Icon name={copied ? 'check' : 'copy'} size={16} />
          </button>
          {/* Not in the button, of which screen readers only announce the name. */}
          <span role="status" className="visually-hidden">
            {copied ? 'Copied' : ''}
          </span>
        </>
      )}
    </CopyButton>
  </span>
)

/** A secret that is shown only once, with the only button that closes the dialog. */
export const ShownOnce = ({ text, name, close }: { text: string; name: string; close: () => void }) => (
  <>
    <p className={styles.secret}>
      <Copied text={text} name={name} />
    </p>
    <Button onClick={close}>I have copied it</Button>
  </>
)
