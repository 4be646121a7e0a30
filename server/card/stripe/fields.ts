import type { Database } from '@/db/client'
import type { ServiceFields } from '../../model/card/service'
import { connectionOf } from '../connection'

/** What Stripe.js needs of a page, as Stripe documents it. */
const documented = {
  script: 'https://js.stripe.com/v3/',
  policy: {
    'script-src': 'https://*.js.stripe.com https://js.stripe.com',
    'frame-src': 'https://*.js.stripe.com https://js.stripe.com https://hooks.stripe.com',
    'connect-src': 'https://api.stripe.com',
  },
}

/** Stripe's own fields. If Stripe.js has another address, the page allows only that address and the API's. */
export function stripeFields(
  db: Database,
  { stripeJsUrl, stripeBaseUrl }: { stripeJsUrl?: string | undefined; stripeBaseUrl?: string | undefined },
): ServiceFields {
  const { script, policy } =
    stripeJsUrl === undefined ? documented : servedFrom(stripeJsUrl, stripeBaseUrl ?? stripeJsUrl)
  return {
    policy,
    testCards,
    of: async ({ merchantId }) => {
      const connection = await connectionOf(db, { merchantId, service: 'stripe' })
      return connection && { script, key: connection.publishable }
    },
  }
}

function servedFrom(script: string, api: string): typeof documented {
  const { origin } = new URL(script)
  const both = [...new Set([origin, new URL(api).origin])].join(' ')
  return { script, policy: { 'script-src': origin, 'frame-src': both, 'connect-src': both } }
}

const testCards = [
  { number: '4242 4242 4242 4242', what: 'is accepted' },
  { number: '4000 0027 6000 3184', what: 'requires 3-D Secure' },
  { number: '4000 0000 0000 9995', what: 'is declined: not enough money' },
]
