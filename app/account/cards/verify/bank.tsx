'use client'

import { useEffect, useRef, useState } from 'react'
import forms from '../../../_parts/forms.module.css'
import styles from './bank.module.css'

/**
 * The bank's page. With a script it stands in this page, and tells it when the holder has answered; without, a button
 * leads there, and the bank leads back.
 */
export function Bank({
  url,
  pareq,
  back,
  texts,
}: {
  url: string
  pareq: string
  /** Where the bank leads back to. */
  back: string
  texts: { frame: string; open: string }
}) {
  const [isInPlace, setInPlace] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => setInPlace(true), [])
  useEffect(() => {
    if (!isInPlace) return
    form.current?.submit()
    const hear = ({ origin, source, data }: MessageEvent) => {
      if (origin !== new URL(url).origin || source !== frame.current?.contentWindow) return
      if (data?.type !== 'kassa.3ds') return
      // What it says is not believed: the form has the card service asked.
      const verified = document.getElementById('verified')
      if (verified instanceof HTMLFormElement) verified.submit()
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [isInPlace, url])
  if (!isInPlace) {
    return (
      <form method="post" action={url} className={styles.away}>
        <input type="hidden" name="PaReq" value={pareq} />
        <input type="hidden" name="TermUrl" value={back} />
        <button type="submit" className={forms.action}>
          {texts.open}
        </button>
      </form>
    )
  }
  return (
    <>
      <iframe ref={frame} name="bank" title={texts.frame} className={styles.frame} />
      <form ref={form} method="post" action={url} target="bank" hidden>
        <input type="hidden" name="PaReq" value={pareq} />
      </form>
    </>
  )
}
