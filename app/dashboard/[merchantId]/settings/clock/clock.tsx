'use client'

import { Button, Group, Skeleton, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { addDays, dayOf } from '@/server/model/calendar'
import { useTRPC } from '../../../_parts/calls'
import detail from '../../../_parts/detail.module.css'
import { Form, Outcome } from '../../../_parts/form'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { Message, QueryState } from '../../../_parts/query-state'
import styles from '../../../_parts/settings.module.css'
import { counted } from '../../_parts/counted'

type Moved = Outputs['settings']['moveClock']

/** Formats a calendar day: "31 March 2031". */
const dayInWords = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** A test merchant's clock. Moving it forward runs everything that becomes due. */
export function Clock() {
  const trpc = useTRPC()
  const { type } = useMerchant()
  const asked = useQuery(trpc.settings.clock.queryOptions(undefined, { enabled: type === 'test' }))
  if (type !== 'test') {
    return (
      <Message title="Live merchants use real time" whole>
        <p>Only test merchants have a clock that can be moved.</p>
      </Message>
    )
  }
  return (
    <>
      <h1>Clock</h1>
      <p className={detail.about}>
        The current time for this merchant. Moving the clock forward runs everything that becomes due on the
        way, day by day: billing, retries, subscription ends and mail. The clock cannot be moved back.
      </p>
      <QueryState what="The clock" query={asked} loading={<Skeleton height={240} mt={16} />}>
        {(data) => <ClockForm now={new Date(data.now)} nextDue={data.nextDue} />}
      </QueryState>
    </>
  )
}

function ClockForm({ now, nextDue }: { now: Date; nextDue: string | undefined }) {
  const trpc = useTRPC()
  const router = useRouter()
  const { may, timeZone } = useMerchant()
  const move = useMutation(
    trpc.settings.moveClock.mutationOptions({
      // Every page shows times by this clock.
      onSuccess: () => router.refresh(),
    }),
  )
  const today = dayOf(now, timeZone)
  // Target days instead of a number of days, so that a double press or a repeated request moves the clock once.
  const choices = [1, 7, 30].map((days) => ({ days, to: addDays(today, days) }))
  const wait = move.isPending
  return (
    <>
      <p className={styles.now}>
        <time dateTime={now.toISOString()}>
          {new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(now)}
        </time>
      </p>
      {may('admin') ? (
        <>
          <div className={styles.form}>
            {nextDue && (
              <Button onClick={() => move.mutate({ to: nextDue })} loading={wait} w="fit-content">
                Move to the next due date, {dayInWords(nextDue)}
              </Button>
            )}
            <Group gap={8}>
              {choices.map(({ days, to }) => (
                <Button key={days} variant="default" disabled={wait} onClick={() => move.mutate({ to })}>
                  {days} {days === 1 ? 'day' : 'days'}, to {dayInWords(to)}
                </Button>
              ))}
            </Group>
          </div>
          <Form
            noValidate={false}
            className={styles.moving}
            submit={(text) => text('to') && move.mutate({ to: text('to') })}
          >
            <TextInput
              key={today}
              label="Move to a date"
              name="to"
              type="date"
              min={addDays(today, 1)}
              max={addDays(today, 5 * 365)}
              defaultValue={addDays(today, 90)}
              required
              withAsterisk={false}
            />
            <Button type="submit" variant="default" disabled={wait}>
              Move clock
            </Button>
          </Form>
        </>
      ) : (
        <p className={detail.about}>Only admins and owners can move the clock.</p>
      )}
      <Outcome error={move.error} />
      {wait && (
        <p role="status" className={detail.about}>
          Moving the clock. This can take a while if many payments are due.
        </p>
      )}
      {move.data && !wait && <Result moved={move.data} goOn={() => move.mutate({ to: move.data.to })} />}
    </>
  )
}

function Result({ moved, goOn }: { moved: Moved; goOn: () => void }) {
  return (
    <div className={styles.outcome} role="status">
      <p>{movedInWords(moved)}</p>
      {!moved.complete && (
        <>
          <p>The clock has not reached the date yet because many payments are due.</p>
          <Button variant="default" onClick={goOn} mt={8}>
            Continue
          </Button>
        </>
      )}
    </div>
  )
}

function movedInWords({ orders, charged, failed, ended, reminders }: Moved): string {
  const done = [
    orders > 0 && `${counted(orders, 'order')} created`,
    charged > 0 && `${counted(charged, 'payment')} succeeded`,
    failed > 0 && `${counted(failed, 'payment')} failed`,
    ended > 0 && `${counted(ended, 'subscription')} ended`,
    reminders > 0 && `${counted(reminders, 'reminder')} about expiring cards sent`,
  ].filter(Boolean)
  return done.length === 0 ? 'Nothing was due in this period.' : `Result: ${done.join(', ')}.`
}
