import { config } from '@/server/core/config/config'
import { listOutbox } from '@/server/mail/outbox'
import { runtime } from '@/server/runtime'
import styles from './_parts/outbox.module.css'
import { requireOutbox } from './_parts/require-outbox'
import { Empty, NothingFound } from './empty'
import { MailList } from './mail-list'

const pageSize = 25

type OutboxParams = Record<'to' | 'after', string | string[] | undefined>

export default async function OutboxPage({ searchParams }: { searchParams: Promise<OutboxParams> }) {
  await requireOutbox()
  const query = await searchParams
  const to = textOf(query.to)
  const after = textOf(query.after)
  const { mails, next } = await listOutbox(runtime(), { to, after, limit: pageSize })
  if (mails.length === 0 && to === '' && after === '') return <Empty />
  return (
    <>
      <div className={styles.title}>
        <h1>Outbox</h1>
        <p>
          {config().sendsMail
            ? 'E-mails to customers. They are also sent.'
            : 'E-mails to customers. They are captured here and not sent.'}
        </p>
      </div>
      <search>
        <form className={styles.filter}>
          <label htmlFor="to" className="visually-hidden">
            Address contains
          </label>
          <input id="to" name="to" type="search" defaultValue={to} placeholder="Address contains…" />
          <button type="submit">Search</button>
        </form>
      </search>
      {mails.length === 0 ? <NothingFound to={to} /> : <MailList mails={mails} clock={runtime().clock} />}
      {(after !== '' || next !== undefined) && (
        <nav className={styles.pages} aria-label="Pages">
          {after !== '' && <a href={addressOf({ to })}>Newest</a>}
          {next !== undefined && <a href={addressOf({ to, after: next })}>Older</a>}
        </nav>
      )}
    </>
  )
}

const textOf = (given: string | string[] | undefined) => (typeof given === 'string' ? given.trim() : '')

function addressOf(query: Record<string, string>): string {
  const filled = Object.entries(query).filter(([, value]) => value !== '')
  return filled.length === 0 ? '/outbox' : `/outbox?${new URLSearchParams(filled)}`
}
