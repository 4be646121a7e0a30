import type { Call, ElementType, FrameMessage, Group } from './protocol'

type Listener = (payload: Record<string, unknown>) => void
type EventName = 'ready' | 'change' | 'focus' | 'blur' | 'escape' | 'loaderror'

const heights: Record<ElementType, string> = {
  card: '24px',
  cardNumber: '24px',
  cardExpiry: '24px',
  cardCvc: '24px',
  payment: '170px',
}
const titles: Record<ElementType, string> = {
  card: 'Secure card payment input frame',
  cardNumber: 'Secure card number input frame',
  cardExpiry: 'Secure expiration date input frame',
  cardCvc: 'Secure CVC input frame',
  payment: 'Secure payment input frame',
}

interface ElementsOptions {
  clientSecret: string
}

/** Fields that belong together: a number, its expiry and its CVC. */
export class Elements {
  readonly #elements: Mounted[] = []
  readonly #channel = Math.random().toString(36).slice(2)
  readonly options: ElementsOptions

  constructor(
    private readonly origin: string,
    options: Partial<ElementsOptions>,
  ) {
    this.options = { clientSecret: '', ...options }
  }

  create(type: ElementType, options: Record<string, unknown> = {}): Mounted {
    if (!Object.hasOwn(heights, type)) throw new Error(`the double has no element '${type}'`)
    const element = new Mounted(this.origin, { type, options, group: () => this.group() })
    this.#elements.push(element)
    return element
  }

  getElement(type: ElementType): Mounted | null {
    return this.#elements.find((element) => element.type === type) ?? null
  }

  /** The elements that are on the page. */
  group(): Group {
    const mounted = this.#elements.filter((element) => element.isMounted())
    return { channel: this.#channel, elements: mounted.map(({ id }) => id) }
  }

  async submit() {
    const unfinished = this.#elements.some((element) => element.isMounted() && !element.complete)
    return unfinished ? { error: { type: 'validation_error', code: 'incomplete' } } : {}
  }

  update(options: Partial<ElementsOptions>) {
    Object.assign(this.options, options)
  }

  async fetchUpdates() {
    return {}
  }
}

interface Creation {
  type: ElementType
  options: Record<string, unknown>
  group: () => Group
}

/** One element: a frame of the double's origin. */
export class Mounted {
  readonly id = Math.random().toString(36).slice(2)
  readonly type: ElementType
  readonly group: () => Group
  complete = false
  #frame: HTMLIFrameElement | undefined
  #listeners = new Map<string, Set<Listener>>()

  constructor(
    private readonly origin: string,
    private readonly creation: Creation,
  ) {
    this.type = creation.type
    this.group = creation.group
    addEventListener('message', (event) => this.#receive(event))
  }

  #receive({ origin, data, source }: MessageEvent<FrameMessage>): void {
    if (origin !== this.origin || data.double !== 'event' || data.element !== this.id) return
    if (source !== this.#frame?.contentWindow) return
    if (data.event === 'change') this.complete = data.payload.complete === true
    for (const listener of this.#listeners.get(data.event) ?? [])
      listener({ elementType: this.type, ...data.payload })
  }

  mount(target: string | HTMLElement): void {
    const place = typeof target === 'string' ? document.querySelector(target) : target
    if (!place) throw new Error(`there is no ${target} to mount an element in`)
    const { options } = this.creation
    const { channel } = this.group()
    const hash = new URLSearchParams({ id: this.id, type: this.type, channel, page: location.origin })
    if (options.hidePostalCode === true) hash.set('postal', 'hidden')
    const frame = document.createElement('iframe')
    frame.name = `__privateStripeFrame${this.id}`
    frame.title = titles[this.type]
    frame.src = `${this.origin}/v3/element.html#${hash}`
    Object.assign(frame.style, { border: '0', width: '100%', height: heights[this.type], display: 'block' })
    place.classList.add('StripeElement')
    place.replaceChildren(frame)
    this.#frame = frame
  }

  isMounted(): boolean {
    return this.#frame?.isConnected ?? false
  }

  unmount(): void {
    this.#frame?.remove()
    this.#frame = undefined
  }

  destroy(): void {
    this.unmount()
    this.#listeners.clear()
  }

  on(event: EventName, listener: Listener): this {
    const listeners = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, listeners.add(listener))
    return this
  }

  once(event: EventName, listener: Listener): this {
    const once: Listener = (payload) => {
      this.off(event, once)
      listener(payload)
    }
    return this.on(event, once)
  }

  off(event: EventName, listener?: Listener): this {
    if (listener) this.#listeners.get(event)?.delete(listener)
    else this.#listeners.delete(event)
    return this
  }

  update(): void {}

  #send(action: Call['action']): void {
    const message: Call = { double: 'call', id: 0, action, params: {} }
    this.#frame?.contentWindow?.postMessage(message, this.origin)
  }

  clear(): void {
    this.#send('clear')
  }

  focus(): void {
    this.#send('focus')
  }

  blur(): void {
    this.#send('blur')
  }
}
