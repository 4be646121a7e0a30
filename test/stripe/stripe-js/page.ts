import { Elements, type Mounted } from './page-elements'
import type { ApiResult, Call, CallParams, FrameMessage, Group } from './protocol'

// The script that a merchant's page loads: a double of Stripe.js. It never sees what is typed into its frames.

const script = document.currentScript
const origin = new URL(script instanceof HTMLScriptElement ? script.src : location.href).origin

interface CardData {
  payment_method?: string | { card?: Mounted | { token: string }; billing_details?: object; type?: string }
  return_url?: string
}
interface ConfirmOptions {
  elements?: Elements
  clientSecret: string
  confirmParams?: { return_url?: string; payment_method?: string; payment_method_data?: object }
  redirect?: 'always' | 'if_required'
}

let calls = 0

/** A hidden frame that talks to the API. */
class Controller {
  #frame: HTMLIFrameElement
  #ready: Promise<void>

  constructor(private readonly key: string) {
    this.#frame = document.createElement('iframe')
    this.#frame.hidden = true
    this.#frame.name = `__privateStripeController${Math.random().toString(36).slice(2)}`
    this.#frame.src = `${origin}/v3/controller.html`
    this.#ready = new Promise((resolve) => this.#frame.addEventListener('load', () => resolve()))
    const attach = () => document.body.append(this.#frame)
    if (document.body) attach()
    else document.addEventListener('DOMContentLoaded', attach)
  }

  async call(action: Call['action'], params: CallParams): Promise<ApiResult> {
    await this.#ready
    calls += 1
    const id = calls
    const message: Call = { double: 'call', id, action, params: { ...params, key: this.key } }
    return new Promise((resolve) => {
      const listen = ({ origin: from, data }: MessageEvent<FrameMessage>) => {
        if (from !== origin || data.double !== 'result' || data.id !== id) return
        removeEventListener('message', listen)
        resolve(data.result)
      }
      addEventListener('message', listen)
      this.#frame.contentWindow?.postMessage(message, origin)
    })
  }
}

/** Flattens nested parameters into form fields. */
function fieldsOf(value: object, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const full = prefix === '' ? name : `${prefix}[${name}]`
      if (each === undefined || each === null) return []
      return typeof each === 'object' ? Object.entries(fieldsOf(each, full)) : [[full, String(each)]]
    }),
  )
}

const named = (result: ApiResult, name: string) => ('error' in result ? result : { [name]: result.object })

/** The kind of intent that a client secret belongs to. */
const kindOf = (secret: string) =>
  secret.startsWith('seti_')
    ? ({ intent: 'setup_intents', name: 'setupIntent', error: 'last_setup_error' } as const)
    : ({ intent: 'payment_intents', name: 'paymentIntent', error: 'last_payment_error' } as const)

/** Shows the bank's page over the merchant's, until the cardholder has decided. */
function askBank(id: string): Promise<void> {
  const overlay = document.createElement('dialog')
  const frame = document.createElement('iframe')
  frame.name = '__stripeJSChallengeFrame'
  frame.title = '3-D Secure'
  frame.src = `${origin}/3ds/${id}?framed`
  frame.width = '400'
  frame.height = '300'
  overlay.append(frame)
  document.body.append(overlay)
  overlay.showModal()
  return new Promise((resolve) => {
    const listen = ({ origin: from, data }: MessageEvent<FrameMessage>) => {
      if (from !== origin || data.double !== 'approval' || data.intent !== id) return
      removeEventListener('message', listen)
      overlay.remove()
      resolve()
    }
    addEventListener('message', listen)
  })
}

function Stripe(key: string) {
  if (!/^pk_(test|live)_/.test(key)) throw new Error('Stripe() needs a publishable key')
  const controller = new Controller(key)

  /** Lets the cardholder approve if that is needed, and returns the intent or its error. */
  async function finish(result: ApiResult, secret: string, handle = true) {
    const { intent, name, error } = kindOf(secret)
    if ('error' in result) return result
    const { status, id, next_action: next } = result.object
    if (!handle || status !== 'requires_action') return { [name]: result.object }
    const { redirect_to_url: redirect } = (next ?? {}) as { redirect_to_url?: { url: string } }
    if (redirect) {
      location.assign(redirect.url)
      return new Promise<never>(() => {})
    }
    await askBank(String(id))
    const after = await controller.call('retrieve', { intent, clientSecret: secret })
    if ('error' in after) return after
    const failed = after.object.status === 'requires_payment_method'
    return failed ? { error: after.object[error] } : { [name]: after.object }
  }

  async function confirmWith(
    secret: string,
    fields: Record<string, string>,
    group?: Group,
    handle?: boolean,
  ) {
    const { intent } = kindOf(secret)
    const params = { intent, clientSecret: secret, fields, ...(group && { group }) }
    return finish(await controller.call('confirm', params), secret, handle)
  }

  function confirmCard(secret: string, data: CardData = {}, { handleActions = true } = {}) {
    const { payment_method: method, return_url } = data
    const rest = fieldsOf({ return_url }, '')
    if (typeof method === 'string' || method === undefined) {
      const fields = { ...rest, ...(method && { payment_method: method }) }
      return confirmWith(secret, fields, undefined, handleActions)
    }
    const { card, billing_details } = method
    const described = fieldsOf({ billing_details: billing_details ?? {} }, 'payment_method_data')
    if (card && 'token' in card)
      return confirmWith(
        secret,
        { ...rest, ...described, 'payment_method_data[card][token]': card.token },
        undefined,
        handleActions,
      )
    return confirmWith(secret, { ...rest, ...described }, card?.group(), handleActions)
  }

  /** Confirms with the payment element. The page is left at the end, unless that is only done if required. */
  async function confirmElements({
    elements,
    clientSecret,
    confirmParams = {},
    redirect = 'always',
  }: ConfirmOptions) {
    const secret = clientSecret ?? elements?.options.clientSecret
    const { return_url, ...rest } = confirmParams
    const result = await confirmWith(secret, fieldsOf(rest, ''), elements?.group())
    if ('error' in result || redirect === 'if_required' || return_url === undefined) return result
    const target = new URL(return_url)
    const kind = secret.startsWith('seti_') ? 'setup_intent' : 'payment_intent'
    target.searchParams.set(kind, secret.split('_secret_')[0] ?? '')
    target.searchParams.set(`${kind}_client_secret`, secret)
    target.searchParams.set('redirect_status', 'succeeded')
    location.assign(target)
    return new Promise<never>(() => {})
  }

  const handleNextAction = async ({ clientSecret }: { clientSecret: string }) =>
    finish(
      await controller.call('retrieve', { intent: kindOf(clientSecret).intent, clientSecret }),
      clientSecret,
    )

  const retrieve = async (clientSecret: string) => {
    const { intent, name } = kindOf(clientSecret)
    return named(await controller.call('retrieve', { intent, clientSecret }), name)
  }

  interface MethodData {
    type?: string
    card?: Mounted | { token: string }
    billing_details?: object
    elements?: Elements
    params?: { billing_details?: object }
  }

  async function createPaymentMethod(first: MethodData | string, second?: Mounted, data: MethodData = {}) {
    const asked: MethodData = typeof first === 'string' ? { ...data, ...(second && { card: second }) } : first
    const { card, elements, billing_details = asked.params?.billing_details ?? {} } = asked
    const described = fieldsOf({ billing_details }, '')
    const token: Record<string, string> = card && 'token' in card ? { 'card[token]': card.token } : {}
    const group = card && 'group' in card ? card.group() : elements?.group()
    const fields = { type: 'card', ...described, ...token }
    return named(
      await controller.call('createPaymentMethod', { fields, ...(group && { group }) }),
      'paymentMethod',
    )
  }

  return {
    elements: (options = {}) => new Elements(origin, options),
    createPaymentMethod,
    confirmCardSetup: confirmCard,
    confirmCardPayment: confirmCard,
    confirmSetup: confirmElements,
    confirmPayment: confirmElements,
    handleNextAction,
    handleCardAction: (clientSecret: string) => handleNextAction({ clientSecret }),
    retrieveSetupIntent: retrieve,
    retrievePaymentIntent: retrieve,
    registerAppInfo: () => {},
    _registerWrapper: () => {},
  }
}

Object.assign(window, { Stripe: Object.assign(Stripe, { version: 3 }) })
