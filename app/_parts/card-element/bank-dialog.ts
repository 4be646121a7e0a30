import { createElement } from './create-element'
import { KassaCardError } from './kassa-card-error'
import type { Sentences } from './sentences'

/** The part of a "verification required" response that describes the bank's page. */
interface ChallengeDetails {
  url?: string
  data?: Record<string, string>
}

interface VerificationRequired extends ChallengeDetails {
  content?: { details?: ChallengeDetails }
  details?: ChallengeDetails
}

/** Returns the address and form fields of the bank's page from a response, an error or its details, if there are any. */
export function challengeIn(response: unknown): { address: URL; data: Record<string, string> } | undefined {
  const given = response as VerificationRequired | null | undefined
  const { url = '', data } = given?.content?.details ?? given?.details ?? given ?? {}
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !/^https?:$/.test(address.protocol)) return undefined
  return { address, data: data ?? {} }
}

/**
 * Shows the bank's page in a dialog. `verified` resolves with the cardholder's decision and rejects if the dialog is
 * closed before that; `close` closes it.
 */
export function openBank(
  root: ShadowRoot,
  { address, data }: { address: URL; data: Record<string, string> },
  { bank, close: closeLabel, unverified }: Sentences,
): { verified: Promise<'approved' | 'rejected'>; close(): void } {
  const { promise, resolve, reject } = deferred<'approved' | 'rejected'>()
  const name = `kassa-bank-${crypto.getRandomValues(new Uint32Array(1))}`
  const frame = createElement('iframe', { name, title: bank })
  const leave = createElement('button', { type: 'button', textContent: '×', ariaLabel: closeLabel })
  const fields = Object.entries(data).map(([field, value]) =>
    createElement('input', { type: 'hidden', name: field, value }),
  )
  const form = createElement(
    'form',
    { method: 'post', action: address.href, target: name, hidden: true },
    ...fields,
  )
  const header = createElement('header', {}, createElement('h2', { textContent: bank }), leave)
  const dialog = createElement('dialog', { ariaLabel: bank }, header, frame, form)
  const end = () => {
    removeEventListener('message', receive)
    dialog.close()
    dialog.remove()
  }
  const receive = ({ source, origin, data: message }: MessageEvent) => {
    if (source !== frame.contentWindow || origin !== address.origin || message?.type !== 'kassa.3ds') return
    end()
    resolve(message.status === 'approved' ? 'approved' : 'rejected')
  }
  const close = () => {
    end()
    reject(new KassaCardError('not verified', unverified))
  }
  addEventListener('message', receive)
  leave.addEventListener('click', close)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    close()
  })
  root.append(dialog)
  dialog.showModal()
  form.submit()
  return { verified: promise, close }
}

/** A substitute for `Promise.withResolvers`, which older browsers lack. */
export function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (reason: Error) => void = () => {}
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}
