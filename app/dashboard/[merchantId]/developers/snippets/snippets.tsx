'use client'

import { CopyButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Code } from '@/app/_parts/code'
import { useTRPC } from '../../../_parts/calls'
import detail from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import parts from '../../../_parts/parts.module.css'
import styles from '../_parts/developers.module.css'
import { DevelopersHead } from '../_parts/developers-head'

/** Requests to copy, with the merchant's public key filled in. */
export function Snippets({ baseUrl }: { baseUrl: string }) {
  const trpc = useTRPC()
  const { type, currency } = useMerchant()
  const { data: key } = useQuery(trpc.key.public.queryOptions())
  const publicKey = key ?? 'pk_…'
  const test = type === 'test'
  return (
    <>
      <DevelopersHead title="Quickstart" />
      <p className={detail.about}>
        Copy and run these commands. Your public key is already filled in. For everything else, see the{' '}
        <a href="/docs">API reference</a>
        {test && ', including test cards for declined payments and 3-D Secure'}.
      </p>
      <Snippet
        title={test ? '1. Create a token for a test card' : '1. Create a token for a card'}
        text={curl(baseUrl, publicKey, '/card', {
          pan: test ? '4111111111111111' : '…',
          expires: [12, 30],
          csc: test ? '987' : '…',
        })}
      />
      <Snippet
        title="2. Create an order with the token from the response"
        text={curl(baseUrl, publicKey, '/order', {
          number: '2026-1001',
          items: [{ name: 'Coffee beans 1 kg', price: 159.2, vat: 12, quantity: 2 }],
          currency,
          payment: { type: 'card', card: '<token>' },
        })}
      />
      <Snippet
        title="3. Charge the order with your private key when you ship the goods"
        text={curl(baseUrl, '<private key>', '/order/<id>/event', { type: 'charge' })}
      />
    </>
  )
}

function Snippet({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title} className={styles.snippet}>
      <div>
        <h2>{title}</h2>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <>
              <button type="button" className={parts.reveal} onClick={copy} aria-label={`Copy: ${title}`}>
                {copied ? 'Copied' : 'Copy'}
              </button>
              <span role="status" className="visually-hidden">
                {copied ? 'Copied' : ''}
              </span>
            </>
          )}
        </CopyButton>
      </div>
      <Code label={title} language="shell" text={text} />
    </section>
  )
}

const curl = (baseUrl: string, key: string, path: string, body: object) => `curl ${baseUrl}/v1${path} \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`
