'use client'

import { useEffect, useRef, useState } from 'react'
import styles from './mail-frame.module.css'

/**
 * Shows a mail as a mail client does: without scripts or forms, with links opening in a new tab. It shares our origin
 * only so that its height can be read and it needs no scroll bar.
 */
export function MailFrame({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const element = frame.current
    if (!element) return
    // The body is missing while the frame loads.
    const fit = () => setHeight(element.contentDocument?.querySelector('body')?.offsetHeight)
    element.addEventListener('load', fit)
    // The frame may have loaded before this script, and its height changes with its width.
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
