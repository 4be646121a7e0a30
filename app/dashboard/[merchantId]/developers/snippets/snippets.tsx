'use client'

import { CopyButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ComponentProps } from 'react'
import { Code } from '@/app/_parts/code'
import { useTRPC } from '../../../_parts/calls'
import detail from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import parts from '../../../_parts/parts.module.css'
import styles from '../_parts/developers.module.css'
import { DevelopersHead } from '../_parts/developers-head'

/** The card form or a test card, and requests to copy, with the merchant's public key filled in. */
export function Snippets({ baseUrl }: { baseUrl: string }) {
  const trpc = useTRPC()
  const { base, type, currency, cardService } = useMerchant()
  const { data: key } = useQuery(trpc.key.public.queryOptions())
  const publicKey = key ?? 'pk_…'
  const isTest = type === 'test'
  return (
    <>
      <DevelopersHead title="Quickstart" />
      <p className={detail.about}>
        Follow these steps. Your public key is already filled in. For everything else, see the{' '}
        <a href="/docs">API reference</a>
        {isTest && ', including test cards for declined payments and 3-D Secure'}.
        {!isTest && cardService === 'test' && (
          <>
            {' '}
            Before the first payment, connect your card service under{' '}
            <Link href={`${base}/settings/card-service`}>Settings → Card service</Link>.
          </>
        )}
      </p>
      {isTest && cardService === 'test' ? (
        <Snippet
          title="1. Create a token for a test card"
          text={curl(baseUrl, publicKey, '/card', { pan: '4111111111111111', expires: [12, 30], csc: '987' })}
        />
      ) : (
        <Snippet
          title="1. Add the card form to your checkout and call tokenize() to get a token"
          language="text"
          text={cardForm(baseUrl, publicKey)}
        />
      )}
      <Snippet
        title="2. Create an order with the token"
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

function Snippet({
  title,
  text,
  language = 'shell',
}: { title: string; text: string } & Pick<Partial<ComponentProps<typeof Code>>, 'language'>) {
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
      <Code label={title} language={language} text={text} />
    </section>
  )
}

/** Card numbers go to the card service of the merchant, and not through its own servers. */
const cardForm = (baseUrl: string, key: string) => `<script src="${baseUrl}/embed/card.js" async></script>
<kassa-card public-key="${key}"></kassa-card>`

const curl = (baseUrl: string, key: string, path: string, body: object) => `curl ${baseUrl}/v1${path} \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`
