'use client'

import { useEffect } from 'react'

/** Submits the form of this id as soon as the page is there; without JavaScript its button does. */
export function SubmitOnce({ formId }: { formId: string }) {
  useEffect(() => {
    const form = document.getElementById(formId)
    if (form instanceof HTMLFormElement) form.submit()
  }, [formId])
  return null
}

/** Tells the window that opened or holds this one. Anybody may hear it: the server believes only itself. */
export function TellWindow({ status }: { status: 'approved' | 'rejected' }) {
  useEffect(() => {
    const message = { type: 'kassa.3ds', status }
    if (window.opener) window.opener.postMessage(message, '*')
    if (window.parent !== window) window.parent.postMessage(message, '*')
  }, [status])
  return null
}
