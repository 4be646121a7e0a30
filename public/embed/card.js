/*
 * <kassa-card public-key="pk_…">: takes a card on a page of yours without its number ever being on that page. The form
 * is an iframe of the payment service that this script was loaded from. How to use it: /docs#card-form there.
 */
;(() => {
  if (customElements.get('kassa-card')) return

  // A classic script knows its own address; a module finds it in the trace of an error.
  const own =
    document.currentScript?.src || /https?:\/\/[^\s()]+?\/embed\/card\.js/.exec(new Error().stack)?.[0]
  const service = new URL('..', own || location.href)
  const patienceMs = 20_000

  const sentences = {
    en: {
      form: 'Card',
      bank: 'Confirm with your bank',
      close: 'Close',
      unreachable: 'The card form could not be loaded. Check your connection, and load the page again.',
      unverified: 'The payment was not confirmed with your bank, so nothing was paid.',
      gone: 'The card form was closed.',
    },
    sv: {
      form: 'Kort',
      bank: 'Bekräfta hos din bank',
      close: 'Stäng',
      unreachable: 'Kortformuläret kunde inte laddas. Kontrollera din anslutning och ladda om sidan.',
      unverified: 'Betalningen bekräftades inte hos din bank, så inget har betalats.',
      gone: 'Kortformuläret stängdes.',
    },
    de: {
      form: 'Karte',
      bank: 'Bei Ihrer Bank bestätigen',
      close: 'Schließen',
      unreachable:
        'Das Kartenformular konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und laden Sie die Seite neu.',
      unverified: 'Die Zahlung wurde nicht bei Ihrer Bank bestätigt, es wurde also nichts bezahlt.',
      gone: 'Das Kartenformular wurde geschlossen.',
    },
  }

  /** What the page may choose, and the property of a probe that the browser works it out on. */
  const choices = {
    text: 'color',
    field: 'backgroundColor',
    line: 'borderTopColor',
    accent: 'outlineColor',
    danger: 'textDecorationColor',
    radius: 'borderTopLeftRadius',
    font: 'fontFamily',
  }

  // A sheet that is made by script is what a strict policy for styles allows.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    :host { display: block; min-width: 0 }
    :host([hidden]), i { display: none }
    iframe { display: block; width: 100%; border: 0 }
    .form { height: 230px; background: transparent }
    i {
      color: var(--kassa-card-text); background-color: var(--kassa-card-field);
      border-top: 1px solid var(--kassa-card-line); outline: 1px solid var(--kassa-card-accent);
      text-decoration-color: var(--kassa-card-danger); border-radius: var(--kassa-card-radius);
      font-family: var(--kassa-card-font);
    }
    dialog {
      box-sizing: border-box; width: min(480px, 100vw - 32px); height: min(640px, 100dvh - 32px);
      max-width: none; max-height: none; padding: 0; overflow: hidden; border: 0; border-radius: 12px;
      color-scheme: light dark; background: Canvas; color: CanvasText; box-shadow: 0 16px 64px rgb(0 0 0 / 32%);
    }
    dialog[open] { display: flex; flex-direction: column }
    dialog::backdrop { background: rgb(0 0 0 / 56%) }
    header {
      display: flex; align-items: center; justify-content: space-between; padding: 4px 4px 4px 20px;
      font-weight: 600; font-size: 16px; line-height: 24px;
    }
    h2 { margin: 0; font: inherit }
    button {
      width: 44px; height: 44px; border: 0; border-radius: 8px; background: none; color: inherit;
      font: 400 24px / 1 system-ui, sans-serif; cursor: pointer;
    }
    button:focus-visible { outline: 2px solid; outline-offset: -4px }
    dialog iframe { flex: 1; min-height: 0 }
    @media (max-width: 560px) {
      dialog { width: 100vw; height: 100dvh; border-radius: 0 }
    }`)

  /** `code` is for the page, `message` for the shopper. */
  class KassaCardError extends Error {
    constructor(code, message) {
      super(message)
      this.name = 'KassaCardError'
      this.code = code
    }
  }

  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties)
    element.append(...children)
    return element
  }

  class KassaCard extends HTMLElement {
    static formAssociated = true
    static observedAttributes = ['public-key', 'locale']

    #internals = this.attachInternals()
    #root = this.attachShadow({ mode: 'open' })
    #probe = make('i')
    #frame
    #port
    #link
    #theme = ''
    #disabled = false
    #calls = new Map()
    #calling
    #bank
    #dark = matchMedia('(prefers-color-scheme: dark)')
    #watch = new MutationObserver(() => this.#dress())

    constructor() {
      super()
      this.#root.adoptedStyleSheets = [sheet]
      this.#root.append(this.#probe)
    }

    /**
     * A one-time token for the card that was typed in: `{ token, scheme, iin, last4, expires, created, validUntil }`.
     * Rejects with a `code` for you and a sentence for the shopper; what is wrong with a field stands beside it.
     */
    tokenize() {
      this.#calling ??= this.#ask('tokenize')
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
     * Shows the bank, as the answer "verification required" says. Resolves to what the holder answered, `approved` or
     * `rejected`: repeat the order then, with the same token. Rejects when the bank is closed without an answer.
     */
    verify(answer) {
      const { url, data } = answer?.content?.details ?? answer?.details ?? answer ?? {}
      const address = URL.canParse(url) ? new URL(url) : undefined
      if (!/^https?:$/.test(address?.protocol)) {
        return Promise.reject(new TypeError('verify() takes an answer that says "verification required"'))
      }
      this.#bank?.()
      return new Promise((resolve, reject) => {
        const { bank, close, unverified } = this.#sentences
        const name = `kassa-bank-${crypto.getRandomValues(new Uint32Array(1))}`
        const frame = make('iframe', { name, title: bank })
        const leave = make('button', { type: 'button', textContent: '×', ariaLabel: close })
        const fields = Object.entries(data ?? {}).map(([name, value]) =>
          make('input', { type: 'hidden', name, value }),
        )
        const form = make('form', { method: 'post', action: address, target: name, hidden: true }, ...fields)
        const dialog = make(
          'dialog',
          { ariaLabel: bank },
          make('header', {}, make('h2', { textContent: bank }), leave),
          frame,
          form,
        )
        const end = () => {
          removeEventListener('message', hear)
          dialog.close()
          dialog.remove()
          this.#bank = undefined
        }
        const hear = ({ source, origin, data: told }) => {
          if (source !== frame.contentWindow || origin !== address.origin || told?.type !== 'kassa.3ds')
            return
          end()
          resolve(told.status === 'approved' ? 'approved' : 'rejected')
        }
        this.#bank = () => {
          end()
          reject(new KassaCardError('not verified', unverified))
        }
        addEventListener('message', hear)
        leave.addEventListener('click', this.#bank)
        dialog.addEventListener('cancel', (event) => {
          event.preventDefault()
          this.#bank?.()
        })
        this.#root.append(dialog)
        dialog.showModal()
        form.submit()
      })
    }

    /** Empties the form. */
    reset() {
      this.#internals.setFormValue(null)
      this.#send('reset')
    }

    focus() {
      this.#frame?.focus()
      this.#send('focus')
    }

    connectedCallback() {
      this.#open()
      addEventListener('message', this.#greet)
      this.#dark.addEventListener('change', this.#dress)
      this.#watch.observe(document.documentElement, { attributes: true })
      this.#watch.observe(this, { attributes: true, attributeFilter: ['style', 'class'] })
    }

    disconnectedCallback() {
      removeEventListener('message', this.#greet)
      this.#dark.removeEventListener('change', this.#dress)
      this.#watch.disconnect()
      this.#close()
    }

    attributeChangedCallback(_name, before, after) {
      if (!this.isConnected || !this.#frame || before === after) return
      this.#close()
      this.#open()
    }

    formDisabledCallback(disabled) {
      this.#disabled = disabled
      this.#send('disabled', { disabled })
    }

    formResetCallback() {
      this.reset()
    }

    get #locale() {
      const asked = this.getAttribute('locale') || this.closest('[lang]')?.lang || ''
      const language = asked.toLowerCase().split('-')[0]
      return Object.hasOwn(sentences, language) ? language : 'en'
    }

    get #sentences() {
      return sentences[this.#locale]
    }

    #open() {
      const key = this.getAttribute('public-key')?.trim() ?? ''
      const address = new URL('embed/card', service)
      // Whatever else stands there by mistake, a private key above all, must not get into an address.
      if (/^pk_\w+$/.test(key)) address.searchParams.set('key', key)
      address.searchParams.set('locale', this.#locale)
      address.searchParams.set('scheme', this.#scheme)
      this.#frame = make('iframe', { className: 'form', title: this.#sentences.form, src: address })
      const link = {}
      link.ready = new Promise((resolve, reject) => Object.assign(link, { resolve, reject }))
      // Whoever asks for a token hears of it; nobody may be asking yet.
      link.ready.catch(() => {})
      link.timer = setTimeout(
        () =>
          this.#fail(
            new KassaCardError('unreachable', this.#sentences.unreachable),
            `${service} does not answer`,
          ),
        patienceMs,
      )
      this.#link = link
      this.#root.append(this.#frame)
      this.#dress()
    }

    #close() {
      const gone = new KassaCardError('gone', this.#sentences.gone)
      clearTimeout(this.#link?.timer)
      this.#link?.reject(gone)
      for (const { reject } of this.#calls.values()) reject(gone)
      this.#calls.clear()
      this.#bank?.()
      this.#port?.close()
      this.#frame?.remove()
      this.#internals.setFormValue(null)
      this.#port = this.#frame = this.#link = undefined
      this.#theme = ''
    }

    /** The form says that it is there, and is given a line of its own: nobody else hears what is said on it. */
    #greet = ({ source, origin, data }) => {
      if (!this.#frame || source !== this.#frame.contentWindow) return
      if (origin !== service.origin || data?.type !== 'kassa.card') return
      const { port1, port2 } = new MessageChannel()
      this.#port?.close()
      this.#port = port1
      port1.onmessage = ({ data: told }) => this.#hear(told)
      this.#theme = ''
      source.postMessage({ type: 'kassa.card' }, service.origin, [port2])
      this.#dress()
      if (this.#disabled) this.#send('disabled', { disabled: true })
    }

    #hear({ type, ...told }) {
      if (type === 'height') this.#frame.style.height = `${Math.min(Math.max(told.height, 0), 2000)}px`
      if (type === 'ready') {
        clearTimeout(this.#link.timer)
        if (told.problem) return this.#fail(new KassaCardError(told.problem, told.message), told.advice)
        this.#link.resolve()
        this.#tell('ready')
      }
      if (type === 'change') {
        // A token is of what stood there before.
        this.#internals.setFormValue(null)
        this.#tell('change', { complete: told.complete, scheme: told.scheme })
      }
      if (type === 'enter') this.#internals.form?.requestSubmit()
      if (type === 'answer') {
        const call = this.#calls.get(told.id)
        this.#calls.delete(told.id)
        if (told.card) call?.resolve(told.card)
        else call?.reject(new KassaCardError(told.code, told.message))
      }
    }

    #fail(error, advice) {
      console.error(`<kassa-card>: ${advice}`)
      this.#link.reject(error)
      this.#tell('error', { code: error.code, message: error.message })
    }

    #tell(type, detail) {
      this.dispatchEvent(new CustomEvent(type, { detail }))
    }

    #send(type, more) {
      this.#port?.postMessage({ type, ...more })
    }

    async #ask(type) {
      if (!this.#link) throw new KassaCardError('gone', this.#sentences.gone)
      await this.#link.ready
      const id = crypto.getRandomValues(new Uint32Array(1))[0]
      return new Promise((resolve, reject) => {
        this.#calls.set(id, { resolve, reject })
        this.#send(type, { id })
        // The form itself gives up before this; a form that has died says nothing.
        const lost = { type: 'answer', id, code: 'unreachable', message: this.#sentences.unreachable }
        setTimeout(() => this.#hear(lost), patienceMs * 1.5)
      })
    }

    /** As the page says by `color-scheme`: without a word it is light, as the browser takes it. */
    get #scheme() {
      const said = getComputedStyle(this).colorScheme
      const isDark = /dark/.test(said) && (!/light/.test(said) || this.#dark.matches)
      return isDark ? 'dark' : 'light'
    }

    /** Hands on what the page chose, whenever it has changed. */
    #dress = () => {
      if (!this.#frame) return
      const worked = getComputedStyle(this.#probe)
      const theme = { scheme: this.#scheme }
      for (const [name, property] of Object.entries(choices)) {
        if (worked.getPropertyValue(`--kassa-card-${name}`).trim()) theme[name] = worked[property]
      }
      // A frame is transparent as long as it is as light or dark as what is around it.
      this.#frame.style.colorScheme = theme.scheme
      const text = JSON.stringify(theme)
      if (!this.#port || text === this.#theme) return
      this.#theme = text
      this.#send('theme', { theme })
    }
  }

  customElements.define('kassa-card', KassaCard)
})()
