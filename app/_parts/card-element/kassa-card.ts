import type { Card } from '@/server/model/card/schemas'
import { challengeIn, deferred, openBank } from './bank-dialog'
import { createElement } from './create-element'
import type { FormMessage, PageMessage } from './frame-channel'
import { KassaCardError } from './kassa-card-error'
import { localeOf, sentencesFor } from './sentences'
import { service, timeoutMs } from './service'
import { sheet } from './style-sheet'
import { chosenTheme, prefersDark, schemeOf } from './theme'

/** The form while it is in the page. */
interface OpenForm {
  frame: HTMLIFrameElement
  ready: ReturnType<typeof deferred<void>>
  timer: ReturnType<typeof setTimeout>
}

/** `<kassa-card>`: the card form of the payment service as an element. */
export class KassaCard extends HTMLElement {
  static formAssociated = true
  static observedAttributes = ['public-key', 'locale']

  #internals = this.attachInternals()
  #root = this.attachShadow({ mode: 'open' })
  #probe = createElement('i')
  #opened: OpenForm | undefined
  #port: MessagePort | undefined
  #theme = ''
  #disabled = false
  #calls = new Map<number, { resolve(card: Card): void; reject(reason: Error): void }>()
  #calling: Promise<Card> | undefined
  #closeBank: (() => void) | undefined
  #watch = new MutationObserver(() => this.#sendTheme())

  constructor() {
    super()
    this.#root.adoptedStyleSheets = [sheet]
    this.#root.append(this.#probe)
  }

  /**
   * Returns a one-time token for the card in the form: `{ token, scheme, iin, last4, expires, created, validUntil }`.
   * Rejects with a `code` for you and a sentence for the shopper. The form itself shows which field is wrong.
   */
  tokenize(): Promise<Card> {
    this.#calling ??= this.#tokenize()
      .then((card) => {
        this.#internals.setFormValue(card.token)
        return card
      })
      .catch((error) => {
        if (error.code === 'invalid card') this.focus()
        throw error
      })
      .finally(() => {
        this.#calling = undefined
      })
    return this.#calling
  }

  /**
   * Shows the bank's page for a "verification required" response. Resolves with the cardholder's decision, `approved`
   * or `rejected`: then repeat the order with the same token. Rejects if the dialog is closed without a decision.
   */
  verify(response: unknown): Promise<'approved' | 'rejected'> {
    const challenge = challengeIn(response)
    if (!challenge) {
      return Promise.reject(new TypeError('verify() takes a response that says "verification required"'))
    }
    this.#closeBank?.()
    const { verified, close } = openBank(this.#root, challenge, sentencesFor(this))
    this.#closeBank = close
    return verified.finally(() => {
      if (this.#closeBank === close) this.#closeBank = undefined
    })
  }

  /** Empties the form. */
  reset(): void {
    this.#internals.setFormValue(null)
    this.#send({ type: 'reset' })
  }

  override focus(): void {
    this.#opened?.frame.focus()
    this.#send({ type: 'focus' })
  }

  connectedCallback(): void {
    this.#open()
    addEventListener('message', this.#greet)
    prefersDark.addEventListener('change', this.#sendTheme)
    this.#watch.observe(document.documentElement, { attributes: true })
    this.#watch.observe(this, { attributes: true, attributeFilter: ['style', 'class'] })
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.#greet)
    prefersDark.removeEventListener('change', this.#sendTheme)
    this.#watch.disconnect()
    this.#close()
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (!this.isConnected || !this.#opened || before === after) return
    this.#close()
    this.#open()
  }

  formDisabledCallback(disabled: boolean): void {
    this.#disabled = disabled
    this.#send({ type: 'disabled', disabled })
  }

  formResetCallback(): void {
    this.reset()
  }

  #open(): void {
    const key = this.getAttribute('public-key')?.trim() ?? ''
    const address = new URL('embed/card', service)
    // The attribute may contain something else by mistake, such as a private key, which must not end up in an address.
    if (/^pk_\w+$/.test(key)) address.searchParams.set('key', key)
    address.searchParams.set('locale', localeOf(this))
    address.searchParams.set('scheme', schemeOf(this))
    const { form, unreachable } = sentencesFor(this)
    const frame = createElement('iframe', { className: 'form', title: form, src: address.href })
    const ready = deferred<void>()
    // Callers of tokenize() see the rejection; there may be no caller yet.
    ready.promise.catch(() => {})
    const timer = setTimeout(
      () => this.#fail(new KassaCardError('unreachable', unreachable), `${service} does not respond`),
      timeoutMs,
    )
    this.#opened = { frame, ready, timer }
    this.#root.append(frame)
    this.#sendTheme()
  }

  #close(): void {
    const gone = new KassaCardError('gone', sentencesFor(this).gone)
    clearTimeout(this.#opened?.timer)
    this.#opened?.ready.reject(gone)
    for (const { reject } of this.#calls.values()) reject(gone)
    this.#calls.clear()
    this.#closeBank?.()
    this.#port?.close()
    this.#opened?.frame.remove()
    this.#internals.setFormValue(null)
    this.#port = this.#opened = undefined
    this.#theme = ''
  }

  /** The form announces itself and receives its own port, so that no other script can read the messages. */
  #greet = ({ source, origin, data }: MessageEvent) => {
    const form = this.#opened?.frame.contentWindow
    if (!form || source !== form) return
    if (origin !== service.origin || data?.type !== 'kassa.card') return
    const { port1, port2 } = new MessageChannel()
    this.#port?.close()
    this.#port = port1
    port1.onmessage = ({ data: message }) => this.#receive(message)
    this.#theme = ''
    form.postMessage({ type: 'kassa.card' }, service.origin, [port2])
    this.#sendTheme()
    if (this.#disabled) this.#send({ type: 'disabled', disabled: true })
  }

  #receive(message: FormMessage): void {
    if (message.type === 'height' && this.#opened) {
      this.#opened.frame.style.height = `${Math.min(Math.max(message.height, 0), 2000)}px`
    }
    if (message.type === 'ready') {
      clearTimeout(this.#opened?.timer)
      const { problem, message: sentence, advice } = message
      if (problem) this.#fail(new KassaCardError(problem, sentence ?? ''), advice)
      else if (this.#opened) {
        this.#opened.ready.resolve()
        // After a time-out or an error, `ready` has already been rejected. Later calls can use the form.
        this.#opened.ready = deferred()
        this.#opened.ready.resolve()
        this.#dispatch('ready')
      }
    }
    if (message.type === 'change') {
      // The token belongs to the card that the form held before.
      this.#internals.setFormValue(null)
      this.#dispatch('change', { complete: message.complete, scheme: message.scheme })
    }
    if (message.type === 'enter') this.#internals.form?.requestSubmit()
    if (message.type === 'answer') {
      const call = this.#calls.get(message.id)
      this.#calls.delete(message.id)
      if ('card' in message) call?.resolve(message.card)
      else call?.reject(new KassaCardError(message.code, message.message))
    }
  }

  #fail(error: KassaCardError, advice: string | undefined): void {
    console.error(`<kassa-card>: ${advice}`)
    this.#opened?.ready.reject(error)
    this.#dispatch('error', { code: error.code, message: error.message })
  }

  #dispatch(type: string, detail?: Record<string, unknown>): void {
    this.dispatchEvent(new CustomEvent(type, { detail }))
  }

  #send(message: PageMessage): void {
    this.#port?.postMessage(message)
  }

  async #tokenize(): Promise<Card> {
    if (!this.#opened) throw new KassaCardError('gone', sentencesFor(this).gone)
    await this.#opened.ready.promise
    const [id = 0] = crypto.getRandomValues(new Uint32Array(1))
    const { promise, resolve, reject } = deferred<Card>()
    this.#calls.set(id, { resolve, reject })
    this.#send({ type: 'tokenize', id })
    // The form times out earlier; this covers a form that has crashed.
    setTimeout(() => {
      this.#calls.delete(id)
      reject(new KassaCardError('unreachable', sentencesFor(this).unreachable))
    }, timeoutMs * 1.5)
    return promise
  }

  /** Passes on the page's theme whenever it changes. */
  #sendTheme = () => {
    if (!this.#opened) return
    const theme = chosenTheme(this, this.#probe)
    // An iframe is only transparent if its scheme matches the page around it.
    this.#opened.frame.style.colorScheme = theme.scheme
    const text = JSON.stringify(theme)
    if (!this.#port || text === this.#theme) return
    this.#theme = text
    this.#send({ type: 'theme', theme })
  }
}
