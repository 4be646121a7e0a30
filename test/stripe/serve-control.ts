import * as z from 'zod'
import { type OperationName, operate, operations } from './control'
import type { StripeDouble } from './double'
import { ApiError } from './errors'
import type { Reply } from './start-double'

/** What can be read: `GET /_double/{name}`. */
const readings: Record<string, (double: StripeDouble) => unknown> = {
  books: (double) => double.books(),
  deliveries: ({ deliveries }) => ({ waiting: deliveries.waiting(), sent: deliveries.log }),
  faults: ({ faults }) => faults.list(),
  keys: ({ secretKey, restrictedKey, publishableKey }) => ({ secretKey, restrictedKey, publishableKey }),
  rate: ({ pace }) => pace.figures(),
  requests: ({ requests }) => requests,
  settings: ({ state }) => ({ now: state.clock.now(), ...state.settings }),
}

const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name)

/** Serves the switches and readings of the double. */
export function serveControl(
  double: StripeDouble,
  { method, path, body }: { method: string; path: string; body: Buffer },
): Reply {
  const name = path.slice('/_double/'.length)
  try {
    if (method === 'GET' && name === '') return reply(200, contents())
    const reading = Object.hasOwn(readings, name) ? readings[name] : undefined
    if (method === 'GET' && reading) return reply(200, reading(double))
    if (method === 'POST' && isOperation(name)) {
      const input: unknown = body.length ? JSON.parse(body.toString()) : {}
      return reply(200, operate(double, name, input as never) ?? {})
    }
    return reply(404, { message: `Nothing is called ${method} ${name}. See GET /_double.` })
  } catch (failure) {
    if (failure instanceof z.ZodError) return reply(400, { message: z.prettifyError(failure) })
    if (failure instanceof SyntaxError) return reply(400, { message: 'The body is not JSON.' })
    if (failure instanceof ApiError) return reply(failure.status, { message: failure.message })
    throw failure
  }
}

/** Names and descriptions of everything, for those who read it in a terminal. */
export const contents = () => ({
  read: Object.keys(readings).map((name) => `GET /_double/${name}`),
  switches: Object.fromEntries(
    Object.entries(operations).map(([name, { about }]) => [`POST /_double/${name}`, about]),
  ),
})

const reply = (status: number, body: unknown): Reply => ({
  status,
  body: JSON.stringify(body, null, 2),
  headers: { 'Content-Type': 'application/json' },
})
