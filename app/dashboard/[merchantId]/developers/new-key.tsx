import type { ReactNode } from 'react'
import { ShownOnce } from '../../_parts/copied'
import { Dialog } from '../../_parts/dialog'
import type { Outputs } from '../../_parts/merchant'
import styles from './_parts/developers.module.css'

export type Key = Outputs['key']['list'][number]

/** Shows a new key. */
export const NewKey = ({
  title,
  made,
  close,
  children,
}: {
  title: string
  made: { key: string }
  close: () => void
  children: ReactNode
}) => (
  // The key is shown only once, so a stray click or Escape must not close this.
  <Dialog title={title} close={close} closeOnClickOutside={false} closeOnEscape={false}>
    <div className={styles.form}>
      <p>{children}</p>
      <ShownOnce text={made.key} name="the key" close={close} />
    </div>
  </Dialog>
)
