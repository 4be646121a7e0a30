import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { demoFile } from '@/server/core/demo'
import { usualCardLimits } from '@/server/model/card/limits'
import { merchantHeader } from '@/server/model/merchant-header'
import type { Known } from '@/test/fuzz'
import type { Received, Send } from './send'

/** A signed-in browser: the headers of its calls. */
export type Browser = Record<string, string>

/** A merchant to fuzz, and the ids and keys that requests may name there. */
export interface FuzzShop {
  merchant: string
  known: Known
}

const Owner = z.object({ email: z.string(), password: z.string() })
const Merchant = z.object({ merchant: z.string(), publicKey: z.string(), privateKey: z.string() })

/** Signs in as the owner of the demo merchant, whose password is in the data folder. */
export async function signIn(send: Send, dataDir: string): Promise<Browser> {
  const { email, password } = Owner.parse(JSON.parse(readFileSync(demoFile(dataDir), 'utf8')))
  const csrf = await send({ method: 'GET', path: '/api/auth/csrf' })
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(JSON.parse(csrf.body))
  const signedIn = await send({
    method: 'POST',
    path: '/api/auth/callback/credentials',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: cookiesOf(csrf) },
    body: String(new URLSearchParams({ csrfToken, json: 'true', email, password })),
  })
  if (signedIn.status !== 200) throw new Error(`Signing in returned ${signedIn.status}: ${signedIn.body}`)
  return { cookie: [csrf, signedIn].map(cookiesOf).join('; '), 'sec-fetch-site': 'same-origin' }
}

const cookiesOf = ({ headers }: Received) =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')

/**
 * Creates a merchant with an account, an order and cards. One address sends everything, so its card limits are high.
 */
export async function createShop(send: Send, browser: Browser): Promise<FuzzShop> {
  const call = async (procedure: string, input: object, merchant?: string) => {
    const headers = { ...browser, 'content-type': 'application/json' }
    const response = await send({
      method: 'POST',
      path: `/api/trpc/${procedure}`,
      headers: merchant ? { ...headers, [merchantHeader]: merchant } : headers,
      body: JSON.stringify({ json: input }),
    })
    return JSON.parse(expected(response)).result.data.json
  }
  const place = { type: 'test', country: 'SE', timeZone: 'Europe/Stockholm', currency: 'SEK' }
  const created = Merchant.parse(await call('user.createMerchant', { name: 'Fuzzed', ...place }))
  const { merchant, publicKey, privateKey } = created
  const highLimits = Object.fromEntries(Object.keys(usualCardLimits).map((name) => [name, 1_000_000]))
  await call('settings.change', { cardLimits: highLimits }, merchant)

  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${privateKey}`, 'content-type': 'application/json' }
    const response = await send({ method: 'POST', path, headers, body: JSON.stringify(body) })
    return JSON.parse(expected(response))
  }
  const tokens: string[] = []
  for (let count = 0; count < 20; count++)
    tokens.push((await post('/v1/card', { pan: '4111111111111111', expires: [12, 40], csc: '987' })).token)
  const [card, ...others] = tokens
  const account = await post('/v1/account', { method: [{ type: 'token', card }] })
  const order = { items: 100, currency: 'SEK', payment: { type: 'account', account: account.id } }
  const orders = await Promise.all(Array.from({ length: 5 }, () => post('/v1/order', order)))
  const ids = [account.id, account.id, ...orders.map(({ id }) => id)]
  return {
    merchant,
    known: {
      keys: [publicKey, privateKey, privateKey, privateKey],
      ids,
      tokens: [...others, account.method[0].token],
    },
  }
}

function expected({ status, body }: Received): string {
  if (status >= 300) throw new Error(`${status}: ${body}`)
  return body
}
