'use client'

import { useEffect } from 'react'

/** Submits the form with this ID when the page loads. Without JavaScript the user presses its button. */
export function SubmitOnce({ formId }: { formId: string }) {
  useEffect(() => {
    const form = document.getElementById(formId)
    if (form instanceof HTMLFormElement) form.submit()
  }, [formId])
  return null
}

/** Notifies the window that opened or embeds this one. Any origin may listen: the server does not trust the message. */
export function NotifyWindow({ status }: { status: 'approved' | 'rejected' }) {
  useEffect(() => {
    const message = { type: 'kassa.3ds', status }
    if (window.opener) window.opener.postMessage(message, '*')
    if (window.parent !== window) window.parent.postMessage(message, '*')
  }, [status])
  return null
}
