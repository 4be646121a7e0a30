'use client'

import { useEffect, useRef, useState } from 'react'
import styles from '../../_parts/outbox.module.css'

/**
 * A mail as a mail program shows it: without scripts or forms, its links opening beside it. It counts as of our origin
 * only so that its height can be read, and nothing in it scrolls on its own.
 */
export function MailFrame({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const element = frame.current
    if (!element) return
    // While the frame changes from empty to the mail it has no body.
    const fit = () => setHeight(element.contentDocument?.querySelector('body')?.offsetHeight)
    element.addEventListener('load', fit)
    // It may have loaded before the page came to life; and it breaks its lines anew when its width changes.
    const watch = new ResizeObserver(fit)
    watch.observe(element)
    return () => {
      element.removeEventListener('load', fit)
      watch.disconnect()
    }
  }, [])
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      title={title}
      srcDoc={html}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      style={{ height }}
    />
  )
}
