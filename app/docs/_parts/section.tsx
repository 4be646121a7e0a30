import type { ReactNode } from 'react'
import styles from './guide.module.css'
import { Heading } from './heading'

/** A chapter of the guide. */
export function Section({ id, title, children }: { id: GuideId; title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Heading level={2} id={id}>
        {title}
      </Heading>
      {children}
    </section>
  )
}

/** The chapters of the guide, in order. */
export const chapters = [
  { id: 'introduction', title: 'Introduction' },
  { id: 'authentication', title: 'Authentication' },
  { id: 'amounts', title: 'Amounts' },
  { id: 'idempotency', title: 'Idempotency' },
  { id: 'paging', title: 'Paging' },
  { id: 'errors', title: 'Errors' },
  { id: 'languages', title: 'Languages' },
  { id: 'limits', title: 'Limits' },
  { id: 'test-cards', title: 'Test cards' },
  { id: 'three-d-secure', title: '3-D Secure' },
  { id: 'card-form', title: 'Card form' },
  { id: 'authorisations', title: 'Authorisations' },
  { id: 'recurring-billing', title: 'Recurring billing' },
  { id: 'documents', title: 'Receipts and invoices' },
  { id: 'your-own-data', title: 'Your own data' },
  { id: 'personal-data', title: 'Personal data' },
  { id: 'callbacks', title: 'Callbacks' },
  { id: 'going-live', title: 'Going live' },
  { id: 'moving', title: 'Moving from another system' },
] as const

export type GuideId = (typeof chapters)[number]['id']
