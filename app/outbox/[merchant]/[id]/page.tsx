import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { MailFrame } from '@/app/_parts/mail-frame'
import { config } from '@/server/core/config/config'
import { findInOutbox } from '@/server/mail/outbox'
import { fromHeader, senderName } from '@/server/mail/sender'
import { runtime } from '@/server/runtime'
import styles from '../../_parts/outbox.module.css'
import { requireOutbox } from '../../_parts/require-outbox'
import { Status } from '../../_parts/status'
import { exactly } from '../../_parts/when'
import { Linked } from './linked'

interface MailPageProps {
  params: Promise<{ merchant: string; id: string }>
}

/** Cached because the page and its metadata need the same mail. */
const find = cache((merchant: string, id: string) => findInOutbox(runtime(), { merchantId: merchant, id }))

async function requireMail({ params }: MailPageProps) {
  await requireOutbox()
  const { merchant, id } = await params
  return (await find(merchant, id)) ?? notFound()
}

export async function generateMetadata(props: MailPageProps): Promise<Metadata> {
  const { rendered } = await requireMail(props)
  return { title: rendered?.subject ?? 'Mail' }
}

export default async function MailPage(props: MailPageProps) {
  const { row, merchant, rendered } = await requireMail(props)
  return (
    <article className={styles.letter}>
      <h1>{rendered?.subject ?? 'E-mail cannot be displayed'}</h1>
      <dl className={styles.facts}>
        <dt>From</dt>
        <dd>{fromHeader(config().mailFrom, senderName(row.template, merchant))}</dd>
        <dt>To</dt>
        <dd>{row.to}</dd>
        {rendered?.replyTo !== undefined && (
          <>
            <dt>Reply to</dt>
            <dd>{rendered.replyTo}</dd>
          </>
        )}
        <dt>Date</dt>
        <dd>
          <time dateTime={row.created.toISOString()}>{exactly(row.created, merchant.timeZone)}</time>
        </dd>
        <dt>Status</dt>
        <dd>
          <Status status={row.status} />
          {row.error !== null && <p className={styles.error}>{row.error}</p>}
        </dd>
      </dl>
      {row.template === 'login-link' && row.sealed === null && (
        <p className={styles.note}>The login link was sent in the e-mail and is not stored.</p>
      )}
      {rendered ? (
        <>
          <section aria-labelledby="html">
            <h2 id="html">HTML</h2>
            <MailFrame title={rendered.subject} html={rendered.html} />
          </section>
          <section aria-labelledby="text">
            <h2 id="text">Plain text</h2>
            <div className={styles.text}>
              <Linked text={rendered.text} />
            </div>
          </section>
        </>
      ) : (
        <p className={styles.note}>
          The e-mail could not be rendered from the stored data. See the log of the web process for the
          reason.
        </p>
      )}
    </article>
  )
}
