import { moveClock, readClock } from '@/server/billing/clock'
import { Clock, ClockMove, ClockMoved } from '@/server/billing/schemas'
import { endpoint } from '@/server/rest/handle'
import { ok } from '@/server/rest/responses'

export const GET = endpoint(
  {
    method: 'GET',
    path: '/clock',
    id: 'readClock',
    tag: 'Test clock',
    summary: 'Read the clock of a test merchant',
    keys: ['private'],
    responses: ok(Clock, 'What time it is for the merchant'),
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
      'All that falls due on the way is done before the answer, in the order of its dates: billing, retries, ends of ' +
      'subscriptions, reminders. Links and keys expire by this clock too. From there on it runs as real time does. ' +
      'So much may fall due on the way that it takes minutes: after 100 seconds the answer says `complete: false`, and ' +
      'how far it has come. Move it on to the `to` of that answer, again and again until it says `complete: true`.',
    keys: ['private'],
    body: ClockMove,
    mayTakeSeconds: 180,
    responses: ok(ClockMoved, 'Where the clock is now, and what was done on the way'),
    errors: ['invalid content', 'conflict', 'backend timeout'],
  },
  async ({ context, body }) => {
    const moved = await moveClock(context, body)
    // A request with `to` can be repeated as it is. An advance would be added to where the clock has moved.
    return { body: moved, provisional: !moved.complete && body.to !== undefined }
  },
)
