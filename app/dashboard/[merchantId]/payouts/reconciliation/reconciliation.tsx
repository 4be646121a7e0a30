'use client'

import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { counted } from '@/server/model/counted'
import { useTRPC } from '../../../_parts/calls'
import { Chip } from '../../../_parts/chip'
import { Moment, Section } from '../../../_parts/detail'
import detail from '../../../_parts/detail.module.css'
import { EmptyList } from '../../../_parts/empty-list'
import { Outcome } from '../../../_parts/form'
import list from '../../../_parts/loading-rows.module.css'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { Message, QueryState } from '../../../_parts/query-state'
import { refetchWhile } from '../../../_parts/refetch-while'
import { PayoutsTabs } from '../_parts/payouts-tabs'
import { DifferenceItem } from './difference'
import styles from './reconciliation.module.css'

type Overview = Outputs['reconciliation']['get']

/** The differences between Kassa's books and the card services', and when they were compared. */
export function Reconciliation() {
  const trpc = useTRPC()
  const { may } = useMerchant()
  const query = useQuery(
    trpc.reconciliation.get.queryOptions(
      undefined,
      refetchWhile((overview: Overview) => overview.isRunning),
    ),
  )
  const start = useMutation(trpc.reconciliation.start.mutationOptions())
  return (
    <>
      <h1>Reconciliation</h1>
      <PayoutsTabs />
      <p className={detail.about}>
        Kassa compares its orders with the payments at the card service every day. Operations in progress are
        not counted as differences.
      </p>
      <QueryState what="Reconciliation" query={query} loading={240}>
        {(overview) => (
          <div className={styles.page}>
            {may('admin') && (
              <Button
                variant="default"
                w="fit-content"
                loading={start.isPending || overview.isRunning}
                onClick={() => start.mutate({})}
              >
                Compare the last 35 days
              </Button>
            )}
            <Outcome error={start.error} />
            <Differences {...overview} />
            <Runs {...overview} />
          </div>
        )}
      </QueryState>
    </>
  )
}

const Differences = ({ differences, count, runs, isRunning }: Overview) =>
  differences.length === 0 ? (
    <Nothing last={runs.find(({ finished }) => finished !== null)} isRunning={isRunning} />
  ) : (
    <Section title={counted(count, 'difference')}>
      <ul className={styles.differences}>
        {differences.map((difference) => (
          <DifferenceItem key={`${difference.service} ${difference.key}`} difference={difference} />
        ))}
      </ul>
      {count > differences.length && (
        <p className={detail.about}>
          {count - differences.length} more are not shown. <code>npm run reconcile</code> prints all of them.
        </p>
      )}
    </Section>
  )

/** What no differences means: `last` is the last comparison that has ended. */
function Nothing({ last, isRunning }: { last: ReconciliationRun | undefined; isRunning: boolean }) {
  if (isRunning)
    return (
      <Message title="Comparing …">
        <p>The result will appear here.</p>
      </Message>
    )
  if (last && last.error !== null)
    return (
      <Message title="The last comparison failed">
        <p>{last.error}</p>
        <p>Kassa compares again every day. Differences may exist that are not shown here.</p>
      </Message>
    )
  return (
    <EmptyList icon={last ? 'check' : 'clock'} title={last ? 'No differences' : 'Not compared yet'}>
      <p>Differences appear here, each with what to do about it.</p>
    </EmptyList>
  )
}

const Runs = ({ runs }: Pick<Overview, 'runs'>) =>
  runs.length > 0 && (
    <Section title="Latest comparisons">
      <ul className={styles.runs}>
        {runs.map((run) => (
          <li key={run.id} className={list.row}>
            <Moment at={run.started} className={list.first} />
            <Chip {...stateOf(run)} />
            <span className={list.soft}>{resultOf(run)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )

type ReconciliationRun = Overview['runs'][number]

function stateOf({ finished, error, found, adopted }: ReconciliationRun) {
  if (error !== null) return { state: 'failed' }
  if (finished === null) return { state: 'not finished', colour: 'amber' } as const
  return found > adopted
    ? ({ state: counted(found, 'difference'), colour: 'amber' } as const)
    : ({ state: found === 0 ? 'no differences' : 'adopted', colour: 'green' } as const)
}

function resultOf({ finished, error, orders, payments, inProgress }: ReconciliationRun): string {
  if (error !== null) return error
  if (finished === null) return ''
  const compared = `${counted(orders, 'order')}, ${counted(payments, 'payment')}`
  return inProgress === 0 ? compared : `${compared}, ${inProgress} in progress`
}
