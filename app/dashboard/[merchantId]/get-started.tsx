import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Code } from '@/app/_parts/code'
import { useTRPC } from '../_parts/calls'
import { Section } from '../_parts/detail'
import { Icon } from '../_parts/icons'
import { type Outputs, useMerchant } from '../_parts/merchant'
import styles from './home.module.css'

type Steps = NonNullable<Outputs['report']['todo']['steps']>

/** The first steps of a new merchant, until there is an order and a login link. */
export function GetStarted({ steps, baseUrl }: { steps: Steps; baseUrl: string }) {
  const { base, type, currency, cardService } = useMerchant()
  const { data: key } = useQuery(useTRPC().key.public.queryOptions())
  const list: { step: keyof Steps; title: string; about: ReactNode }[] = [
    {
      step: 'key',
      title: 'Create a key',
      about: <Link href={`${base}/developers`}>Keys</Link>,
    },
    {
      step: 'order',
      title: type === 'test' ? 'Create a test order' : 'Create an order',
      about: <Link href={`${base}/developers/snippets`}>All commands, step by step</Link>,
    },
    {
      step: 'callback',
      title: 'Receive events in your shop',
      about: <Link href={`${base}/events/callbacks`}>Add a callback address</Link>,
    },
    {
      step: 'link',
      title: 'Send a customer a login link',
      about: <Link href={`${base}/accounts`}>Choose or create an account</Link>,
    },
  ]
  const next = list.find(({ step }) => !steps[step])?.step
  return (
    <Section title="Get started" className={styles.started}>
      <ol>
        {list.map(({ step, title, about }) => (
          <li
            key={step}
            data-done={steps[step] || undefined}
            aria-current={step === next ? 'step' : undefined}
          >
            <span className={styles.mark}>{steps[step] && <Icon name="check" size={16} />}</span>
            <div>
              <strong>{title}</strong>
              {steps[step] && <span className="visually-hidden"> (done)</span>}
              {!steps[step] && <span> {about}</span>}
              {step === 'order' && !steps.order && type === 'test' && cardService === 'test' && (
                <Code
                  label="Create a test order"
                  language="shell"
                  text={commands(baseUrl, key ?? 'pk_…', currency)}
                />
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Two commands: the token of a test card, and an order that it pays. */
const commands = (baseUrl: string, key: string, currency: string) => `CARD=$(curl -s ${baseUrl}/v1/card \\
  -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
  -d '{"pan":"4111111111111111","expires":[12,30],"csc":"987"}' | grep -o '"token":"[^"]*' | cut -d'"' -f4)
curl ${baseUrl}/v1/order \\
  -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
  -d '{"items":100,"currency":"${currency}","payment":{"type":"card","card":"'$CARD'"}}'`
