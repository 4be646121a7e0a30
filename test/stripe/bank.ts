import { decide } from './control'
import type { StripeDouble } from './double'
import type { Reply } from './start-double'

interface BankRequest {
  method: string
  path: string
  query: URLSearchParams
  body: Buffer
}

/**
 * The bank's page of 3-D Secure, with two buttons. Afterwards the browser returns to the merchant with Stripe's
 * parameters, or, in the frame that Stripe.js shows, the page tells Stripe.js that it is done.
 */
export function serveBank(double: StripeDouble, { method, path, query, body }: BankRequest): Reply {
  const id = path.slice('/3ds/'.length)
  const { state } = double
  const intent = state.paymentIntents.find(id) ?? state.setupIntents.find(id)
  if (!intent) return html(404, '<h1>Unknown approval</h1>')
  const framed = query.has('framed')
  if (method === 'POST') {
    const approve = new URLSearchParams(body.toString()).get('decision') === 'approve'
    decide(double, id, approve)
    return framed ? html(200, done(id)) : back(double, id, approve)
  }
  if (intent.status !== 'requires_action') return html(200, '<h1>There is nothing to approve.</h1>')
  const what = intent.object === 'payment_intent' ? amountOf(intent) : 'storing your card'
  const action = `/3ds/${id}${framed ? '?framed' : ''}`
  return html(
    200,
    `<h1>Your bank</h1><p>Do you approve ${what}?</p><form method="post" action="${action}">
<button name="decision" value="approve" id="approve">Approve</button>
<button name="decision" value="refuse" id="refuse">Refuse</button></form>`,
  )
}

const amountOf = ({ amount, currency }: { amount: number; currency: string }) =>
  `a payment of ${amount} in the smallest unit of ${currency.toUpperCase()}`

function back({ state }: StripeDouble, id: string, approved: boolean): Reply {
  const { returnUrl } = state.memo(id)
  if (returnUrl === undefined) return html(200, '<h1>Done. You can close this page.</h1>')
  const intent = state.paymentIntents.find(id) ?? state.setupIntents.get(id)
  const accepted = approved && ['succeeded', 'requires_capture', 'processing'].includes(intent.status)
  const url = new URL(returnUrl)
  url.searchParams.set(intent.object, id)
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '')
  url.searchParams.set('redirect_status', accepted ? 'succeeded' : 'failed')
  return { status: 303, body: '', headers: { Location: url.href } }
}

/** Only ids of the double are put into this script. */
const done = (id: string) =>
  `<p>Done.</p><script>parent.postMessage({ double: 'approval', intent: '${id}' }, '*')</script>`

const html = (status: number, content: string): Reply => ({
  status,
  body: `<!doctype html><html lang="en"><title>Bank</title><body>${content}</body></html>`,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
})
