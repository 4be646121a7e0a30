import styles from './_parts/outbox.module.css'

/** Before the first mail: what will be here, and how to get one. */
export function Empty() {
  return (
    <div className={styles.empty}>
      <h1>No mail yet</h1>
      <p>
        Everything that Kassa writes to your customers comes here the moment it is written: login links,
        receipts, refunds, payments that failed, cards that expire, subscriptions that start and end.
      </p>
      <p>
        To see the first one, give an account a customer with an e-mail address, and make it a login link.
      </p>
      <a href="/docs" className={styles.button}>
        Open the API reference
      </a>
    </div>
  )
}

/** When the filter fits no mail, or the last page is behind us. */
export function NothingFound({ to }: { to: string }) {
  return (
    <div className={styles.empty}>
      <h2>{to === '' ? 'There is no older mail' : `No mail to an address with “${to}” in it`}</h2>
      <a href="/outbox" className={styles.button}>
        Show all mail
      </a>
    </div>
  )
}
