import type { Metadata } from 'next'
import { BrandLink } from '../_parts/brand-link'
import { demoFile } from '../_parts/demo-file'
import { readDocument } from './_parts/document'
import { EndpointSection } from './_parts/endpoint'
import { Heading } from './_parts/heading'
import { Navigation } from './_parts/navigation'
import { ObjectSection } from './_parts/object'
import { Prose } from './_parts/prose'
import { referenceOf } from './_parts/reference'
import { Authentication } from './guide/authentication'
import { Authorisations } from './guide/authorisations'
import { Callbacks } from './guide/callbacks'
import { CardForm } from './guide/card-form'
import { Amounts, Idempotency, Languages, Limits, Paging } from './guide/conventions'
import { Documents } from './guide/documents'
import { Errors } from './guide/errors'
import { GoingLive } from './guide/going-live'
import { Introduction } from './guide/introduction'
import { Moving } from './guide/moving'
import { PersonalData } from './guide/personal-data'
import { RecurringBilling } from './guide/recurring-billing'
import { TestCards } from './guide/test-cards'
import { ThreeDSecure } from './guide/three-d-secure'
import { YourOwnData } from './guide/your-own-data'
import styles from './page.module.css'

export const metadata: Metadata = {
  title: 'API reference',
  description: 'Every endpoint of Kassa, with its keys, fields, errors and examples.',
}

export default function DocsPage() {
  const reference = referenceOf(readDocument())
  const { base, tags, objects } = reference
  return (
    <div className={styles.page}>
      <a href="#content" className="skip">
        Skip to content
      </a>
      <header className={styles.head}>
        <BrandLink />
        <span className={styles.where}>API reference</span>
        <a href="#contents" className={styles.toContents}>
          Contents
        </a>
      </header>
      <nav className={styles.side} aria-label="Contents">
        <Navigation reference={reference} />
      </nav>
      <main className={styles.main} id="content">
        <h1>API reference</h1>
        <details className={styles.menu} id="contents">
          <summary>Contents</summary>
          <nav aria-label="Contents">
            <Navigation reference={reference} />
          </nav>
        </details>
        <Introduction base={base} demoFile={demoFile()} />
        <Authentication tags={tags} />
        <Amounts />
        <Idempotency />
        <Paging base={base} />
        <Errors />
        <Languages />
        <Limits />
        <TestCards />
        <ThreeDSecure base={base} />
        <CardForm base={base} demoFile={demoFile()} />
        <Authorisations />
        <RecurringBilling base={base} />
        <Documents />
        <YourOwnData />
        <PersonalData />
        <Callbacks />
        <GoingLive base={base} />
        <Moving />
        {tags.map(({ name, description, endpoints }) => (
          <section key={name} className={styles.tag} aria-labelledby={tagAnchor(name)}>
            <div className={styles.tagHead}>
              <Heading level={2} id={tagAnchor(name)}>
                {name}
              </Heading>
              {description !== undefined && (
                <p>
                  <Prose text={description} />
                </p>
              )}
            </div>
            {endpoints.map((endpoint) => (
              <EndpointSection key={endpoint.id} endpoint={endpoint} />
            ))}
          </section>
        ))}
        <section className={styles.tag} aria-labelledby="objects">
          <div className={styles.tagHead}>
            <Heading level={2} id="objects">
              Objects
            </Heading>
            <p>The objects in responses.</p>
          </div>
          {objects.map((object) => (
            <ObjectSection key={object.name} object={object} />
          ))}
        </section>
      </main>
    </div>
  )
}

const tagAnchor = (name: string) => `tag-${name.toLowerCase().replaceAll(' ', '-')}`
