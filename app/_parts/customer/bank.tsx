'use client'

import { useEffect, useRef, useState } from 'react'
import type { Language } from '@/server/model/language'
import forms from '../forms.module.css'
import styles from './bank.module.css'

/**
 * The bank's page. With JavaScript it is embedded in this page and reports when the cardholder has decided. Without it,
 * a button leads to the bank, and the bank leads back.
 */
export function Bank({
  url,
  pareq,
  back,
  language,
  texts,
}: {
  url: string
  pareq: string
  /** Where the bank sends the cardholder back to. */
  back: string
  language: Language
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
      // The message is not trusted: submitting the form asks the card service for the outcome.
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
        <input type="hidden" name="Language" value={language} />
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
        <input type="hidden" name="Language" value={language} />
      </form>
    </>
  )
}
