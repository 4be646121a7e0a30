import type { AttemptRow, DeliverySummary } from '../callback/queries'
import type { DeliveryRow } from '../callback/write'

const columns = [24, 16, 9, 5, 18]

const inColumns = (...cells: string[]) =>
  cells.map((cell, index) => cell.padEnd(columns[index] ?? 0)).join('  ')

export const headOf = (): string => inColumns('Created', 'Id', 'Status', 'Tries', 'Type', 'Address')

/** A callback as a line of a list. */
export const lineOf = ({ created, id, status, attempts, type, url }: DeliverySummary): string =>
  inColumns(created.toISOString(), id, status, String(attempts), type, url)

/** A callback with all that is known of it. */
export function detailsOf(delivery: DeliveryRow & { tries: AttemptRow[] }): string {
  const next = delivery.nextAttempt > new Date() ? delivery.nextAttempt.toISOString() : 'now'
  return [
    headOf(),
    lineOf(delivery),
    '',
    ...delivery.tries.map(attemptLine),
    ...(delivery.status === 'waiting' ? [`Next try: ${next}`] : []),
    '',
    JSON.stringify(JSON.parse(delivery.payload), undefined, 2),
  ].join('\n')
}

const attemptLine = ({ number, date, ms, status, answer, error }: AttemptRow) =>
  `${number}. ${date.toISOString()}  ${ms} ms  ${status === null ? error : `${status} ${harmless(answer ?? '')}`}`

/** What a stranger answered, without what a terminal would obey. */
const harmless = (text: string) => JSON.stringify(text).replace(/[\u007f-\u009f]/g, '?')
