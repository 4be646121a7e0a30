'use client'

import { type SyntheticEvent, useState } from 'react'
import styles from '../../outbox.module.css'

/**
 * A mail as a mail program shows it: without scripts or forms, its links opening beside it. It counts as of our origin
 * only so that its height can be read, and nothing in it scrolls on its own.
 */
export function MailFrame({ title, html }: { title: string; html: string }) {
  const [height, setHeight] = useState<number>()
  const measure = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) =>
    setHeight(currentTarget.contentDocument?.documentElement.scrollHeight)
  return (
    <iframe
      className={styles.frame}
      title={title}
      srcDoc={html}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      onLoad={measure}
      style={{ height }}
    />
  )
}
