import { parseArgs } from 'node:util'

export const requestKinds = ['order', 'paid', 'charge', 'refund', 'cancel', 'list', 'account'] as const
export type RequestKind = (typeof requestKinds)[number]

/** Parts of the benchmark that are not one kind of request. */
const otherParts = ['minimum', 'single', 'half', 'delay', 'billing', 'lists'] as const
export type Part = RequestKind | (typeof otherParts)[number]
const parts: readonly Part[] = [...requestKinds, ...otherParts]

const usage = `Usage: npm run bench -- [options]
  --only order,refund    measures only these: ${parts.join(', ')}
  --seconds 8            how long each load lasts
  --rounds 3             how often each load is repeated; the result is the median
  --rows 3000000         fills the database with this many orders first
  --subscriptions 50000  how many due subscriptions are billed
npm run bench -- kills [--kills 200] [--service stripe]
  kills web and worker processes under load, and checks that every request was done exactly once;
  with --service stripe against the double of Stripe, which loses requests, responses and keys`

export interface Options {
  command: 'measure' | 'kills'
  /** Whether this part was asked for by name, or no part was. */
  has(part: Part): boolean
  seconds: number
  rounds: number
  rows: number
  subscriptions: number
  kills: number
  service: 'test' | 'stripe'
}

/** Reads the command line. Prints the usage and ends the process if it is wrong. */
export function readOptions(): Options {
  try {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        ...{ only: text, seconds: text, rounds: text, rows: text, subscriptions: text, kills: text },
        service: text,
      },
    })
    const [command = 'measure', ...more] = positionals
    if ((command !== 'measure' && command !== 'kills') || more.length > 0)
      throw new Error(`Unknown: ${positionals.join(' ')}`)
    const { service = 'test' } = values
    if (service !== 'test' && service !== 'stripe') throw new Error(`Unknown card service: ${service}`)
    const only = values.only?.split(',')
    for (const part of only ?? [])
      if (!parts.some((known) => known === part)) throw new Error(`Unknown part: ${part}`)
    return {
      command,
      has: (part) => only?.includes(part) ?? true,
      seconds: count('seconds', values.seconds, 8),
      rounds: count('rounds', values.rounds, 3),
      rows: count('rows', values.rows, 0),
      subscriptions: count('subscriptions', values.subscriptions, 50_000),
      kills: count('kills', values.kills, 200),
      service,
    }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`)
    process.exit(1)
  }
}

function count(name: string, given: string | undefined, usual: number): number {
  if (given === undefined) return usual
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new Error(`--${name} must be a whole number`)
  return Number(given)
}
