import type { Card, Scheme } from '@/server/model/card/schemas'

/**
 * Messages from the form to the page around it. A page that is open during an update has the script of the previous
 * version, so the messages keep their names.
 */
export type FormMessage =
  | { type: 'ready'; problem?: KeyProblem; message?: string; advice?: string }
  | { type: 'height'; height: number }
  | { type: 'change'; complete: boolean; scheme: Scheme }
  | { type: 'enter' }
  | ({ type: 'answer'; id: number } & TokenizeResult)

export type KeyProblem = 'public key' | 'card service'
type TokenizeResult = { card: Card } | { code: 'invalid card' | 'no answer' | 'public key'; message: string }

/** Messages from the page to the form. */
export type PageMessage =
  | { type: 'tokenize'; id: number }
  | { type: 'focus' | 'reset' }
  | { type: 'disabled'; disabled: boolean }
  | { type: 'theme'; theme: unknown }

/**
 * Waits for the page around this one to open a channel: a port that no other page can use. The first one counts, and
 * only the parent page can open it. Returns a function that closes it.
 */
export function openChannel(
  receive: (message: PageMessage) => void,
  opened: (send: (message: FormMessage) => void) => void,
) {
  if (window.parent === window) return () => undefined
  let port: MessagePort | undefined
  const accept = ({ source, data, ports: [given] }: MessageEvent) => {
    if (source !== window.parent || data?.type !== 'kassa.card' || !given) return
    window.removeEventListener('message', accept)
    port = given
    given.onmessage = ({ data: message }) => {
      if (typeof message?.type === 'string') receive(message)
    }
    opened((message) => given.postMessage(message))
  }
  window.addEventListener('message', accept)
  // The message only says that the form is here, so any page may receive it. Not sent at once: in development React
  // opens each channel twice, and the page would use the closed one.
  const announcing = setTimeout(() => window.parent.postMessage({ type: 'kassa.card' }, '*'))
  return () => {
    clearTimeout(announcing)
    window.removeEventListener('message', accept)
    port?.close()
  }
}
