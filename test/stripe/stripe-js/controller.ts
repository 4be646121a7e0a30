import type { ApiResult, Call, CallParams, Entry, Group } from './protocol'

// The script of the hidden frame that sends requests to the API. It collects what was typed into the elements.

interface Collected {
  from: string
  entry: Entry
  flaw?: string
}

/** Asks the elements for what was entered in them. */
function collect({ channel: name, elements }: Group): Promise<Collected[]> {
  if (!elements.length) return Promise.resolve([])
  const channel = new BroadcastChannel(`double-${name}`)
  const ask = Math.random().toString(36)
  const collected: Collected[] = []
  return new Promise((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<Collected & { to?: string }>) => {
      if (data.to !== ask || !elements.includes(data.from)) return
      collected.push(data)
      if (collected.length < elements.length) return
      channel.close()
      resolve(collected)
    })
    channel.postMessage({ ask })
  })
}

/** The form fields of a card. */
function cardFields({ number = '', expiry = '', cvc = '', postal }: Entry): Record<string, string> {
  const [month = '', year = ''] = expiry.split('/').map((part) => part.trim())
  const plain = expiry.replaceAll(/\D/g, '')
  return {
    'card[number]': number.replaceAll(/\D/g, ''),
    'card[exp_month]': year ? month : plain.slice(0, 2),
    'card[exp_year]': year || plain.slice(2),
    ...(cvc && { 'card[cvc]': cvc }),
    ...(postal && { 'billing_details[address][postal_code]': postal }),
  }
}

async function request(
  key: string,
  method: string,
  path: string,
  fields: Record<string, string>,
): Promise<ApiResult> {
  const form = new URLSearchParams(fields)
  const response = await fetch(method === 'GET' ? `${path}?${form}` : path, {
    method,
    headers: { Authorization: `Bearer ${key}` },
    ...(method === 'POST' && { body: form }),
  })
  const body = (await response.json()) as Record<string, unknown>
  return response.ok ? { object: body } : { error: (body.error ?? body) as Record<string, unknown> }
}

const idOfSecret = (secret: string) => secret.split('_secret_')[0] ?? ''

async function perform(action: Call['action'], params: CallParams): Promise<ApiResult> {
  const { key = '', group, intent, clientSecret = '', fields = {} } = params
  const path = `/v1/${intent}/${idOfSecret(clientSecret)}`
  if (action === 'retrieve') return request(key, 'GET', path, { client_secret: clientSecret })
  const collected = group ? await collect(group) : []
  const flawed = collected.find(({ flaw }) => flaw !== undefined)
  if (flawed)
    return { error: { type: 'validation_error', code: flawed.flaw, message: 'Check your card details.' } }
  const entered: Entry = Object.assign({}, ...collected.map(({ entry }) => entry))
  if (action === 'createPaymentMethod') {
    const card = collected.length ? cardFields(entered) : {}
    return request(key, 'POST', '/v1/payment_methods', { ...fields, ...card })
  }
  const method = await methodOf(key, fields, collected.length ? entered : undefined)
  if ('error' in method) return method
  const rest = Object.entries(fields).filter(([name]) => !name.startsWith('payment_method_data'))
  return request(key, 'POST', `${path}/confirm`, {
    ...Object.fromEntries(rest),
    ...('id' in method.object && { payment_method: String(method.object.id) }),
    client_secret: clientSecret,
    use_stripe_sdk: 'true',
  })
}

/** Creates the payment method for a confirmation, if a card was entered for it. */
async function methodOf(
  key: string,
  fields: Record<string, string>,
  entered: Entry | undefined,
): Promise<ApiResult> {
  const prefix = 'payment_method_data'
  const described = Object.entries(fields)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length).replace(/^\[(\w+)\]/, '$1'), value])
  const card = entered ? cardFields(entered) : {}
  if (!entered && !described.length) return { object: {} }
  return request(key, 'POST', '/v1/payment_methods', {
    type: 'card',
    ...Object.fromEntries(described),
    ...card,
  })
}

addEventListener('message', async ({ source, data, origin }: MessageEvent<Call>) => {
  if (source !== parent || data.double !== 'call') return
  const result = await perform(data.action, data.params)
  parent.postMessage({ double: 'result', id: data.id, result }, origin)
})
