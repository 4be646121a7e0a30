import type { MailRow } from '@/server/mail/render'
import styles from './outbox.module.css'

const words: Record<MailRow['status'], string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  captured: 'Not sent',
  failed: 'Failed',
}

/** The delivery status of a mail. */
export function Status({ status }: { status: MailRow['status'] }) {
  return (
    <span className={styles.status} data-status={status}>
      {words[status]}
    </span>
  )
}
