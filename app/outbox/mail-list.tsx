import { type Clock, merchantClock } from '@/server/core/clock'
import type { ShownMail } from '@/server/mail/outbox'
import styles from './_parts/outbox.module.css'
import { Status } from './_parts/status'
import { when } from './_parts/when'

/** A list of e-mails that link to their pages. */
export function MailList({ mails, clock }: { mails: ShownMail[]; clock: Clock }) {
  return (
    <ul className={styles.list}>
      {mails.map(({ row, merchant, rendered }) => (
        <li key={row.id}>
          <a href={`/outbox/${row.merchantId}/${row.id}`} className={styles.mail}>
            <strong className={styles.subject}>{rendered?.subject ?? 'E-mail cannot be displayed'}</strong>
            <span className={styles.to}>{row.to}</span>
            <Status status={row.status} />
            <time
              className={styles.time}
              dateTime={row.created.toISOString()}
              title={row.created.toISOString()}
            >
              {when(row.created, merchantClock(clock, merchant).now(), merchant.timeZone)}
            </time>
          </a>
        </li>
      ))}
    </ul>
  )
}
