import type { Scheme } from '@/server/model/card/schemas'
import { loadScript } from './load-script'
import type { Entered, MountFields } from './mounted-fields'

// The parts of Stripe.js that are used here.

interface StripeJs {
  elements(): { create(type: 'card', options: CardOptions): CardElement }
  createPaymentMethod(data: { type: 'card'; card: CardElement }): Promise<{
    paymentMethod?: { id: string }
    error?: { type: string; message?: string }
  }>
}

interface CardOptions {
  hidePostalCode?: boolean
  disabled?: boolean
  style?: object
}

interface CardElement {
  mount(place: HTMLElement): void
  on(event: 'ready' | 'focus' | 'blur', listener: () => void): void
  on(event: 'change', listener: (state: CardState) => void): void
  update(options: CardOptions): void
  focus(): void
  clear(): void
  destroy(): void
}

interface CardState {
  complete: boolean
  brand?: string
  error?: { message?: string }
}

const global = globalThis as { Stripe?: (key: string, options: { locale: string }) => StripeJs }

/** Stripe's combined card field. */
export const stripe: MountFields = async (place, { script, key, language, changed, focused }) => {
  const loaded = await load(script, key, language)
  const card = loaded.elements().create('card', { hidePostalCode: true, style: styleOf(place) })
  card.on('change', ({ complete, brand, error }) =>
    changed({ complete, scheme: schemeOf(brand), problem: error?.message }),
  )
  card.on('focus', () => focused(true))
  card.on('blur', () => focused(false))
  const ready = new Promise<void>((resolve) => card.on('ready', resolve))
  card.mount(place)
  await ready
  return {
    enter: () => enter(loaded, card),
    focus: () => card.focus(),
    clear: () => card.clear(),
    disable: (disabled) => card.update({ disabled }),
    restyle: () => card.update({ style: styleOf(place) }),
    remove: () => card.destroy(),
  }
}

const instances = new Map<string, StripeJs>()

/** Loads Stripe.js, once per key, because each instance has frames of its own. */
async function load(script: string, key: string, locale: string): Promise<StripeJs> {
  const create = global.Stripe ?? (await loadScript(script, () => global.Stripe))
  const created = instances.get(key) ?? create(key, { locale })
  instances.set(key, created)
  return created
}

async function enter(loaded: StripeJs, card: CardElement): Promise<Entered> {
  const { paymentMethod, error } = await loaded.createPaymentMethod({ type: 'card', card })
  if (paymentMethod) return { reference: paymentMethod.id }
  const isAboutCard = error?.type === 'validation_error' || error?.type === 'card_error'
  return isAboutCard && error?.message ? { problem: error.message } : { status: 'no response' }
}

/** The schemes that Stripe.js recognises while a number is typed. It spells them like Kassa. */
const schemes: readonly Scheme[] = ['amex', 'diners', 'discover', 'jcb', 'mastercard', 'unionpay', 'visa']

const schemeOf = (brand: string | undefined): Scheme =>
  schemes.find((scheme) => scheme === brand) ?? 'unknown'

/** The page's colours and font, which Stripe's frame does not inherit. */
function styleOf(place: HTMLElement): object {
  const { color, fontFamily } = getComputedStyle(place)
  // The value of the property itself may depend on the page's scheme, which Stripe's frame does not know.
  const probe = document.createElement('i')
  probe.style.color = 'var(--red)'
  place.parentElement?.append(probe)
  const danger = getComputedStyle(probe).color
  probe.remove()
  return {
    base: { color, fontFamily, fontSize: '16px', lineHeight: '24px' },
    invalid: { color: danger },
  }
}
