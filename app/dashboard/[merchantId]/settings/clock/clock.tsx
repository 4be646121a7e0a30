'use client'

import { Button, Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { addDays, type Day, dayOf, isDay } from '@/server/model/calendar'
import { counted } from '@/server/model/counted'
import { useTRPC } from '../../../_parts/calls'
import { DayField } from '../../../_parts/day-field'
import { written } from '../../../_parts/day-words'
import detail from '../../../_parts/detail.module.css'
import { Form, Outcome } from '../../../_parts/form'
import { FormDialog } from '../../../_parts/form-dialog'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { Message, QueryState } from '../../../_parts/query-state'
import styles from '../../../_parts/settings.module.css'
import { FormSkeleton } from '../../../_parts/skeletons'

type Moved = Outputs['settings']['moveClock']

/** Formats a calendar day: "31 March 2031". */
const dayInWords = (day: Day) => written(day, { dateStyle: 'long' })

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
      <QueryState what="The clock" query={asked} loading={<FormSkeleton what="The clock" fields={2} />}>
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
      onSuccess: () => {
        setDay(undefined)
        router.refresh()
      },
    }),
  )
  const today = dayOf(now, timeZone)
  // Target days, not a number of days, so that a double press or repeated request moves the clock once.
  const choices = [1, 7, 30].map((days) => ({ days, to: addDays(today, days) }))
  const wait = move.isPending
  const [chosen, setDay] = useState<Day>()
  const day = chosen ?? addDays(today, 90)
  const isGood = isDay(day) && day > today && day <= addDays(today, 5 * 365)
  // The day to move the clock to, while it is being confirmed.
  const [target, setTarget] = useState<Day>()
  // The day from which the clock was moved.
  const [from, setFrom] = useState<Day>(today)
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
              <Button onClick={() => setTarget(nextDue)} loading={wait} w="fit-content">
                Next due date, {dayInWords(nextDue)}
              </Button>
            )}
            <Group gap={8}>
              {choices.map(({ days, to }) => (
                <Button key={days} variant="default" disabled={wait} onClick={() => setTarget(to)}>
                  {counted(days, 'day')}, to {dayInWords(to)}
                </Button>
              ))}
            </Group>
          </div>
          <Form className={styles.moving} submit={() => isGood && setTarget(day)}>
            <DayField
              label="Move to a date"
              value={day}
              change={setDay}
              error={isGood ? undefined : 'Choose a day after today, within five years.'}
            />
            <Button type="submit" variant="default" disabled={wait}>
              Move clock
            </Button>
          </Form>
          {target && (
            <FormDialog
              title={`Move the clock to ${dayInWords(target)}`}
              close={() => setTarget(undefined)}
              act={`Move clock to ${dayInWords(target)}`}
              mutation={move}
              submit={() => {
                setFrom(today)
                move.mutate({ to: target }, { onSettled: () => setTarget(undefined) })
              }}
            >
              <p>
                Everything that becomes due until then happens now: subscriptions are billed, failed payments
                are retried, subscriptions end, and mail and callbacks are sent. The clock cannot be moved
                back.
              </p>
            </FormDialog>
          )}
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
      {move.data && !wait && (
        <Result
          moved={move.data}
          days={`start=${from}&end=${today}`}
          goOn={() => move.mutate({ to: move.data.to })}
        />
      )}
    </>
  )
}

/** `days`: the period that passed, as filters of lists. */
function Result({ moved, days, goOn }: { moved: Moved; days: string; goOn: () => void }) {
  const { base } = useMerchant()
  return (
    <div className={styles.outcome} role="status">
      <p>{movedInWords(moved)}</p>
      <Group gap={16}>
        {moved.orders > 0 && <Link href={`${base}/orders?${days}`}>Orders of this period</Link>}
        {moved.failed > 0 && <Link href={`${base}/attempts?${days}`}>Failed payments of this period</Link>}
      </Group>
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
