import { moveClock, readClock } from '@/server/billing/clock'
import { Clock, ClockMove, ClockMoved } from '@/server/billing/clock-schemas'
import { endpoint } from '@/server/rest/handle'
import { ok } from '@/server/rest/responses'

export const GET = endpoint(
  {
    method: 'GET',
    path: '/clock',
    id: 'readClock',
    tag: 'Test clock',
    summary: 'Get the clock of a test merchant',
    keys: ['private'],
    responses: ok(Clock, "The merchant's time"),
  },
  async ({ context }) => ({ body: readClock(context) }),
)

export const POST = endpoint(
  {
    method: 'POST',
    path: '/clock',
    id: 'moveClock',
    tag: 'Test clock',
    summary: 'Move the clock of a test merchant forward',
    description:
      'Everything that falls due on the way is done before the response, in order of date: billing, retries, ends of ' +
      'subscriptions, reminders. Links and keys expire by this clock too. Afterwards it runs like real time. ' +
      'This can take minutes if much falls due: after 100 seconds the response has `complete: false` and ' +
      'shows how far the clock has come. Until it has `complete: true`, repeat the request with the same ' +
      '`Idempotency-Key`, or send a new request with the `to` of the response.',
    keys: ['private'],
    body: ClockMove,
    examples: { 'To a date': { to: '2030-01-31' }, 'By a period': { advance: { months: 1 } } },
    responses: ok(ClockMoved, 'The new time, and what was done on the way'),
    errors: ['invalid content', 'conflict', 'backend timeout'],
  },
  async ({ context, body }) => {
    const moved = await moveClock(context, body)
    return { body: moved, provisional: !moved.complete }
  },
)
