'use client'

import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { capitalised } from '@/server/model/capitalised'
import { useTRPC } from '../../../_parts/calls'
import { Moment } from '../../../_parts/detail'
import detail from '../../../_parts/detail.module.css'
import { EmptyList } from '../../../_parts/empty-list'
import { Loading } from '../../../_parts/loading-rows'
import { type Inputs, type Outputs, useMerchant } from '../../../_parts/merchant'
import { OnlyFor } from '../../../_parts/only-for'
import { Message } from '../../../_parts/query-state'
import styles from '../../../_parts/settings.module.css'
import { FilterBar } from '../../../_parts/table/filter-bar'
import { useListAddress } from '../../../_parts/table/list-address'
import { PagedRows } from '../../../_parts/table/paged-rows'
import { OrderName } from '../../_parts/order-name-cell'

type AuditEntry = Outputs['audit']['list']['entries'][number]

/** The kinds of subjects to choose from. The URL can name others. */
const kinds = [
  { value: 'team', label: 'Team' },
  { value: 'merchant', label: 'Settings and clock' },
  { value: 'order', label: 'Orders' },
  { value: 'account', label: 'Accounts' },
  { value: 'subscription', label: 'Subscriptions' },
  { value: 'key', label: 'Keys' },
  { value: 'callback', label: 'Callbacks' },
]

/** The actions of members, newest first. */
export const AuditLog = () => (
  <OnlyFor needs="admin" to="view the audit log">
    <Entries />
  </OnlyFor>
)

function Entries() {
  const trpc = useTRPC()
  const address = useListAddress<Inputs['audit']['list']>(['email', 'subject', 'start', 'end'])
  const { given, input, clear } = address
  const team = useQuery(trpc.team.list.queryOptions())
  const query = useQuery(trpc.audit.list.queryOptions(input))
  const people = new Set([
    ...(given.email ? [given.email] : []),
    ...(team.data?.members.map(({ email }) => email) ?? []),
    ...(query.data?.entries.map(({ email }) => email) ?? []),
  ])
  const isKnown = kinds.some(({ value }) => value === given.subject)
  return (
    <>
      <h1>Audit log</h1>
      <p className={detail.about}>
        Everything that team members have done at this merchant. Entries are never deleted. For API activity,
        see Events and Developers → Requests.
      </p>
      <FilterBar
        address={address}
        filters={[
          {
            kind: 'choice',
            name: 'email',
            label: 'Person',
            options: [...people].sort().map((email) => ({ value: email, label: email })),
          },
          {
            kind: 'choice',
            name: 'subject',
            label: 'Type',
            options: [
              ...kinds,
              ...(given.subject && !isKnown ? [{ value: given.subject, label: given.subject }] : []),
            ],
          },
          { kind: 'period', from: 'start', to: 'end', label: 'Date' },
        ]}
      />
      <PagedRows
        what="The audit log"
        noun="entry"
        address={address}
        query={query}
        rowsOf={(data) => data.entries}
        loading={<Loading what="The audit log" />}
        noMatch={
          <Message title="No matching activity" clear={clear}>
            <p>Choose another person, type or date.</p>
          </Message>
        }
        none={
          <EmptyList icon="clock" title="No activity yet">
            <p>Refunds, changed settings, invitations and other actions by your team appear here.</p>
          </EmptyList>
        }
      >
        {(entries) => (
          <ul className={styles.rows} aria-label="Entries">
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </PagedRows>
    </>
  )
}

function Row({ entry }: { entry: AuditEntry }) {
  const { onPaper, base } = useMerchant()
  const [before, after] = entry.words.split('{subject}')
  const link = entry.link && <a href={base + entry.link.path}>{entry.link.name}</a>
  const shown = (value: string) => (instant.test(value) ? onPaper(new Date(value)) : value)
  return (
    <li>
      <span className={styles.who}>
        <span>
          <strong>{entry.email}</strong> {before}
          {after === undefined ? link && <> ({link})</> : (link ?? 'something that no longer exists')}
          {after}
        </span>
      </span>
      <Moment at={entry.date} className={detail.soft} />
      {entry.orders.length > 0 && (
        <ul aria-label="Orders" className={styles.links}>
          {entry.orders.map((order) => (
            <li key={order.id}>
              <a href={`${base}/orders/${order.id}`}>
                <OrderName order={order} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {entry.differences.length > 0 && (
        <dl className={styles.differences}>
          {entry.differences.map(({ name, before, after }) => (
            <Fragment key={name}>
              <dt>{labelOf(name)}</dt>
              <dd>
                {before !== undefined && (
                  <>
                    <span className="visually-hidden">before: </span>
                    <del>{shown(before)}</del>
                  </>
                )}
                {before !== undefined && after !== undefined && <span aria-hidden="true"> → </span>}
                {after !== undefined && (
                  <>
                    <span className="visually-hidden">after: </span>
                    <ins>{shown(after)}</ins>
                  </>
                )}
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </li>
  )
}

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Labels a value by its path: `branding.supportEmail` is "Branding, support e-mail". */
const labelOf = (path: string): string =>
  capitalised(
    path
      .split('.')
      .map((part) =>
        part
          .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
          .replace(/\bemail\b/, 'e-mail')
          .replace(/\bvat\b/, 'VAT'),
      )
      .filter((part) => !/^\d+$/.test(part))
      .join(', '),
  )
