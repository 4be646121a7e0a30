'use client'

import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../../_parts/calls'
import { Answered, Nothing } from '../../../_parts/face'
import { Moment } from '../../../_parts/facts'
import { FilterForm, useFilters } from '../../../_parts/filters'
import { Loading, Pages } from '../../../_parts/list'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import styles from '../../../_parts/settings.module.css'

type Deed = Outputs['audit']['list']['deeds'][number]

const names = ['email', 'subject'] as const

/** The kinds of things that actions change. Other kinds can be found by their own name. */
const kinds = [
  { value: '', label: 'Everything' },
  { value: 'team', label: 'Team' },
  { value: 'merchant', label: 'Settings and clock' },
  { value: 'order', label: 'Orders' },
  { value: 'account', label: 'Accounts' },
  { value: 'subscription', label: 'Subscriptions' },
  { value: 'key', label: 'Keys' },
  { value: 'callback', label: 'Callbacks' },
]

/** The actions of members, newest first. */
export function AuditLog() {
  const trpc = useTRPC()
  const filters = useFilters(names)
  const { given, filtered, after, clear } = filters
  const team = useQuery(trpc.team.list.queryOptions())
  const asked = useQuery(trpc.audit.list.queryOptions({ ...given, ...(after && { after }) }))
  const people = new Set([
    ...(given.email ? [given.email] : []),
    ...(team.data?.members.map(({ email }) => email) ?? []),
    ...(asked.data?.deeds.map(({ email }) => email) ?? []),
  ])
  const known = given.subject && !kinds.some(({ value }) => value === given.subject)
  return (
    <>
      <h1>Audit log</h1>
      <p className={styles.about}>
        Everything team members did in this merchant. Entries are never deleted. For API activity, see the
        events and the request log.
      </p>
      <FilterForm
        inLine
        filters={filters}
        isEmpty={asked.data ? asked.data.deeds.length === 0 : asked.error !== null}
      >
        <NativeSelect
          label="Person"
          name="email"
          defaultValue={given.email ?? ''}
          data={[{ value: '', label: 'Everyone' }, ...[...people].sort()]}
        />
        <NativeSelect
          label="Type"
          name="subject"
          defaultValue={given.subject ?? ''}
          data={[...kinds, ...(known && given.subject ? [given.subject] : [])]}
        />
      </FilterForm>
      <Answered
        what="The audit log"
        query={asked}
        clear={filtered && clear}
        loading={<Loading what="the audit log" />}
      >
        {(data) => (
          <>
            <Deeds deeds={data.deeds} filtered={filtered} clear={clear} />
            <Pages filters={filters} next={data.next}>
              Older entries
            </Pages>
          </>
        )}
      </Answered>
    </>
  )
}

function Deeds({ deeds, filtered, clear }: { deeds: Deed[]; filtered: boolean; clear: () => void }) {
  if (deeds.length === 0) {
    return filtered ? (
      <Nothing title="No matching activity" clear={clear}>
        <p>Choose another person or type.</p>
      </Nothing>
    ) : (
      <Nothing title="No activity yet">
        <p>Refunds, changed settings, invitations and other actions by your team appear here.</p>
      </Nothing>
    )
  }
  return (
    <ul className={styles.rows} aria-label="Entries">
      {deeds.map((deed) => (
        <Row key={deed.id} deed={deed} />
      ))}
    </ul>
  )
}

function Row({ deed }: { deed: Deed }) {
  return (
    <li>
      <span className={styles.who}>
        <span>
          <strong>{deed.email}</strong> {deed.words}
        </span>
        <Subject deed={deed} />
      </span>
      <Moment at={deed.date} className={styles.soft} />
      {deed.differences.length > 0 && (
        <dl className={styles.differences}>
          {deed.differences.map(({ name, before, after }) => (
            <Difference key={name} name={name} before={before} after={after} />
          ))}
        </dl>
      )}
    </li>
  )
}

function Difference({
  name,
  before,
  after,
}: {
  name: string
  before: string | undefined
  after: string | undefined
}) {
  const { exactly } = useMerchant()
  const shown = (value: string) => (instant.test(value) ? exactly(new Date(value)) : value)
  return (
    <>
      <dt>{name}</dt>
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
    </>
  )
}

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** A link to what was changed, if it has a page. */
function Subject({ deed: { subject, subjectId } }: { deed: Deed }) {
  const { base } = useMerchant()
  const page = { order: 'orders', account: 'accounts' }[subject]
  if (!page || !subjectId) return null
  return (
    <a href={`${base}/${page}/${subjectId}`} className={styles.soft}>
      {subject} {subjectId}
    </a>
  )
}
