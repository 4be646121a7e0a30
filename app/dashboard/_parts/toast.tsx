'use client'

import { Portal } from '@mantine/core'
import Link from 'next/link'
import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { inWords } from './calls'
import { Icon } from './icons'
import parts from './parts.module.css'
import styles from './toast.module.css'

/** What was done, in the past tense, and to what: "Refunded 102.00 kr of T-2". */
interface Toast {
  text: string
  /** The page of what was done. */
  link?: { to: string; name: string }
  /** Undoes it. If that fails, the toast stays with the reason. */
  undo?: () => Promise<unknown>
}

const ToastContext = createContext<(toast: Toast) => void>(() => {})

/** Returns a function that shows for some seconds what was done. Errors are shown where they happen, and stay. */
export const useToast = () => use(ToastContext)

/**
 * How long a toast is shown, in milliseconds: longer if it offers something to do. It stays while the pointer or the
 * keyboard focus is on it. One with an Undo button stays if the keyboard is used, since the button is at the end of the
 * page.
 */
const shownFor = ({ link, undo }: Toast) => (link || undo ? 12_000 : 6000)

const isKeyboardUsed = () => document.querySelector(':focus-visible') !== null

/** Shows toasts of the components below. A new one replaces the one before it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast & { id: number }>()
  const last = useRef(0)
  const show = useCallback((given: Toast) => {
    last.current += 1
    setToast({ ...given, id: last.current })
  }, [])
  return (
    <ToastContext value={show}>
      {children}
      <Portal>
        {/* Always rendered, so that screen readers announce text that appears in it. */}
        <div role="status" className={styles.place}>
          {toast && <Shown key={toast.id} toast={toast} close={() => setToast(undefined)} />}
        </div>
      </Portal>
    </ToastContext>
  )
}

function Shown({ toast, close }: { toast: Toast; close: () => void }) {
  const { text, link, undo } = toast
  const [isHeld, setHeld] = useState(false)
  const [undoing, setUndoing] = useState<'running' | { failed: unknown }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` is another function each time, and does the same
  useEffect(() => {
    if (isHeld || undoing) return
    const timer = setInterval(() => {
      if (!undo || !isKeyboardUsed()) close()
    }, shownFor(toast))
    return () => clearInterval(timer)
  }, [isHeld, undoing])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that somebody uses what is in it
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {typeof undoing !== 'object' && <Icon name="check" />}
      <span className={styles.text}>
        {text}
        {typeof undoing === 'object' && (
          <span role="alert" className={parts.problem}>
            {' '}
            It could not be undone. {inWords(undoing.failed)}
          </span>
        )}
      </span>
      {link && (
        <Link href={link.to} prefetch={false} onClick={close}>
          {link.name}
        </Link>
      )}
      {undo && (
        <button
          type="button"
          className={parts.reveal}
          disabled={undoing === 'running'}
          onClick={() => {
            setUndoing('running')
            undo().then(close, (failed: unknown) => setUndoing({ failed }))
          }}
        >
          Undo
        </button>
      )}
      <button type="button" className={parts.iconButton} aria-label="Dismiss" onClick={close}>
        <Icon name="cross" size={16} />
      </button>
    </div>
  )
}
