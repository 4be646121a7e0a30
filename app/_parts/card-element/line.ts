import type { Card, Scheme } from '@/server/model/card/schemas'

/** What the form says to the page that it is in. */
export type Said =
  | { type: 'ready'; problem?: Problem; message?: string; advice?: string }
  | { type: 'height'; height: number }
  | { type: 'change'; complete: boolean; scheme: Scheme }
  | { type: 'enter' }
  | ({ type: 'answer'; id: number } & Outcome)

export type Problem = 'public key' | 'card service'
type Outcome = { card: Card } | { code: 'invalid card' | 'no answer' | 'public key'; message: string }

/** What the page asks of the form. */
export type Asked =
  | { type: 'tokenize'; id: number }
  | { type: 'focus' | 'reset' }
  | { type: 'disabled'; disabled: boolean }
  | { type: 'theme'; theme: unknown }

/**
 * Waits for the page that this one is in to open a line: a port, which nobody else holds the other end of. Whoever
 * opens it first has it; a page that is not around us cannot. Returns what ends it.
 */
export function openLine(hear: (asked: Asked) => void, opened: (say: (said: Said) => void) => void) {
  if (window.parent === window) return () => undefined
  let port: MessagePort | undefined
  const greeted = ({ source, data, ports: [given] }: MessageEvent) => {
    if (source !== window.parent || data?.type !== 'kassa.card' || !given) return
    window.removeEventListener('message', greeted)
    port = given
    given.onmessage = ({ data: asked }) => {
      if (typeof asked?.type === 'string') hear(asked)
    }
    opened((said) => given.postMessage(said))
  }
  window.addEventListener('message', greeted)
  // Nothing is told but that there is somebody here, so anybody may hear it.
  window.parent.postMessage({ type: 'kassa.card' }, '*')
  return () => {
    window.removeEventListener('message', greeted)
    port?.close()
  }
}
