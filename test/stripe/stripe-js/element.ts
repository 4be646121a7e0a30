import type { Call, ElementType, Entry, EventMessage } from './protocol'

// The script of an element's frame: its fields, and what is wrong with them.

const hash = new URLSearchParams(location.hash.slice(1))
const id = hash.get('id') ?? ''
const type = (hash.get('type') ?? 'card') as ElementType
const page = hash.get('page') ?? ''
const channel = new BroadcastChannel(`double-${hash.get('channel')}`)

type Field = keyof Entry
const inputs = new Map<Field, HTMLInputElement>()

const fieldsOfType: Record<ElementType, Field[]> = {
  card: hash.get('postal') === 'hidden' ? ['number', 'expiry', 'cvc'] : ['number', 'expiry', 'cvc', 'postal'],
  cardNumber: ['number'],
  cardExpiry: ['expiry'],
  cardCvc: ['cvc'],
  payment: ['number', 'expiry', 'cvc'],
}

/** Names and labels of the inputs, as browser tests of merchants know them. */
const described: Record<Field, { name: string; payment: string; label: string; complete: string }> = {
  number: { name: 'cardnumber', payment: 'number', label: 'Card number', complete: 'cc-number' },
  expiry: { name: 'exp-date', payment: 'expiry', label: 'MM / YY', complete: 'cc-exp' },
  cvc: { name: 'cvc', payment: 'cvc', label: 'CVC', complete: 'cc-csc' },
  postal: { name: 'postal', payment: 'postalCode', label: 'Postcode', complete: 'postal-code' },
}

const digits = (text: string) => text.replaceAll(/\D/g, '')

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

function brandOf(number: string): string {
  if (/^3[47]/.test(number)) return 'amex'
  if (/^4/.test(number)) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  return 'unknown'
}

/** The code of what is wrong with a field, or undefined. */
function flaw(field: Field, value: string): string | undefined {
  const plain = digits(value)
  switch (field) {
    case 'number': {
      if (plain.length < (brandOf(plain) === 'amex' ? 15 : 16)) return 'incomplete_number'
      return passesLuhn(plain) ? undefined : 'invalid_number'
    }
    case 'expiry': {
      if (plain.length < 4) return 'incomplete_expiry'
      const month = Number(plain.slice(0, 2))
      if (month < 1 || month > 12) return 'invalid_expiry_month'
      const end = new Date(2000 + Number(plain.slice(2, 4)), month)
      return end < new Date() ? 'invalid_expiry_year_past' : undefined
    }
    case 'cvc':
      return plain.length < 3 ? 'incomplete_cvc' : undefined
    case 'postal':
      return value.trim() === '' ? 'incomplete_zip' : undefined
  }
}

const entry = (): Entry => Object.fromEntries([...inputs].map(([field, input]) => [field, input.value]))

function send(event: EventMessage['event'], payload: Record<string, unknown> = {}): void {
  const message: EventMessage = { double: 'event', element: id, event, payload }
  parent.postMessage(message, page)
}

/** Reports to the page whether the fields are complete, but never their content. */
function changed(): void {
  const flaws = [...inputs].flatMap(([field, { value }]) => {
    const code = flaw(field, value)
    return code === undefined ? [] : [{ code, empty: value === '' }]
  })
  const wrong = flaws.find(({ code, empty }) => !empty && !code.startsWith('incomplete'))
  const number = inputs.get('number')
  send('change', {
    empty: [...inputs.values()].every(({ value }) => value === ''),
    complete: flaws.length === 0,
    error: wrong && { type: 'validation_error', code: wrong.code, message: 'Check your card details.' },
    ...(number && { brand: brandOf(digits(number.value)) }),
    ...(type === 'payment' && { value: { type: 'card' } }),
  })
}

for (const field of fieldsOfType[type]) {
  const { name, payment, label, complete } = described[field]
  const input = document.createElement('input')
  input.name = type === 'payment' ? payment : name
  input.placeholder = label
  input.inputMode = field === 'postal' ? 'text' : 'numeric'
  input.autocomplete = complete as AutoFill
  input.setAttribute('aria-label', label)
  input.addEventListener('input', changed)
  input.addEventListener('focus', () => send('focus'))
  input.addEventListener('blur', () => send('blur'))
  inputs.set(field, input)
  document.body.append(input)
}

// The frame that sends the request asks for the values. Both have the same origin, unlike the page.
channel.addEventListener('message', ({ data }: MessageEvent<{ ask?: string }>) => {
  if (data.ask === undefined) return
  const codes = [...inputs].map(([field, { value }]) => flaw(field, value))
  channel.postMessage({
    to: data.ask,
    from: id,
    entry: entry(),
    flaw: codes.find((code) => code !== undefined),
  })
})

addEventListener('message', ({ source, data }: MessageEvent<Call>) => {
  if (source !== parent || data.double !== 'call') return
  const [first] = inputs.values()
  if (data.action === 'focus') first?.focus()
  if (data.action === 'blur') first?.blur()
  if (data.action !== 'clear') return
  for (const input of inputs.values()) input.value = ''
  changed()
})

send('ready')
