import styles from './_parts/outbox.module.css'

/** Shown before the first mail: what appears here, and how to get one. */
export function Empty() {
  return (
    <div className={styles.empty}>
      <h1>No mail yet</h1>
      <p>
        All e-mails from Kassa to your customers appear here immediately: login links, receipts, refunds,
        failed payments, expiring cards, and subscriptions that start or end.
      </p>
      <p>
        To see your first e-mail, create an account for a customer with an e-mail address and send a login
        link.
      </p>
      <a href="/docs" className={styles.button}>
        Open the API reference
      </a>
    </div>
  )
}

/** Shown when no mail matches the filter or the last page has been passed. */
export function NothingFound({ to }: { to: string }) {
  return (
    <div className={styles.empty}>
      <h2>{to === '' ? 'No older e-mails' : `No e-mails to addresses containing “${to}”`}</h2>
      <a href="/outbox" className={styles.button}>
        Show all e-mails
      </a>
    </div>
  )
}
