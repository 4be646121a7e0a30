'use client'

import { Button, Skeleton, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { addDays, dayOf } from '@/server/model/calendar'
import { useTRPC } from '../../../_parts/calls'
import { Answered, Nothing } from '../../../_parts/face'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { Outcome } from '../../../_parts/outcome'
import styles from '../../../_parts/settings.module.css'

type Moved = Outputs['settings']['moveClock']

/** Formats a calendar day: "31 March 2031". */
const dayInWords = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** A test merchant's clock. Moving it forward runs everything that becomes due. */
export function ClockSettings() {
  const trpc = useTRPC()
  const { type } = useMerchant()
  const asked = useQuery(trpc.settings.clock.queryOptions(undefined, { enabled: type === 'test' }))
  if (type !== 'test') {
    return (
      <Nothing title="Live merchants use real time" whole>
        <p>Only test merchants have a clock that can be moved.</p>
      </Nothing>
    )
  }
  return (
    <>
      <h1>Clock</h1>
      <p className={styles.about}>
        The current time for this merchant. Moving the clock forward runs everything that becomes due on the
        way, day by day: billing, retries, subscription ends and mail. The clock cannot be moved back.
      </p>
      <Answered what="The clock" query={asked} loading={<Skeleton height={240} mt={16} />}>
        {(data) => <Clock now={new Date(data.now)} nextDue={data.nextDue} />}
      </Answered>
    </>
  )
}

function Clock({ now, nextDue }: { now: Date; nextDue: string | undefined }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const router = useRouter()
  const { may, timeZone } = useMerchant()
  const move = useMutation(
    trpc.settings.moveClock.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries()
        // Every page shows times by this clock.
        router.refresh()
      },
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
            <div className={styles.acts}>
              {choices.map(({ days, to }) => (
                <Button key={days} variant="default" disabled={wait} onClick={() => move.mutate({ to })}>
                  {days} {days === 1 ? 'day' : 'days'}, to {dayInWords(to)}
                </Button>
              ))}
            </div>
          </div>
          <form
            className={styles.moving}
            onSubmit={(event) => {
              event.preventDefault()
              const to = String(new FormData(event.currentTarget).get('to'))
              if (to) move.mutate({ to })
            }}
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
          </form>
        </>
      ) : (
        <p className={styles.about}>Only admins and owners can move the clock.</p>
      )}
      <Outcome error={move.error} />
      {wait && (
        <p role="status" className={styles.about}>
          Moving the clock. This can take a while if many payments are due.
        </p>
      )}
      {move.data && !wait && <Done moved={move.data} goOn={() => move.mutate({ to: move.data.to })} />}
    </>
  )
}

function Done({ moved, goOn }: { moved: Moved; goOn: () => void }) {
  return (
    <div className={styles.outcome} role="status">
      <p>{deedsInWords(moved)}</p>
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

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

function deedsInWords({ orders, charged, failed, ended, reminders }: Moved): string {
  const deeds = [
    orders > 0 && `${counted(orders, 'order', 'orders')} created`,
    charged > 0 && `${counted(charged, 'payment', 'payments')} succeeded`,
    failed > 0 && `${counted(failed, 'payment', 'payments')} failed`,
    ended > 0 && `${counted(ended, 'subscription', 'subscriptions')} ended`,
    reminders > 0 && `${counted(reminders, 'reminder', 'reminders')} about expiring cards sent`,
  ].filter(Boolean)
  return deeds.length === 0 ? 'Nothing was due in this period.' : `Result: ${deeds.join(', ')}.`
}
