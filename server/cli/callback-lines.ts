import type { DeliveryAttempt } from '../callback/list-deliveries'
import type { DeliveryRow } from '../callback/write'
import { callbackState } from '../model/callback-state'

const columns = [24, 16, 9, 8, 18]

const inColumns = (...cells: string[]) =>
  cells.map((cell, index) => cell.padEnd(columns[index] ?? 0)).join('  ')

export const headOf = (): string => inColumns('Created', 'Id', 'Status', 'Attempts', 'Type', 'Address')

/** Returns a callback as a line of a list. */
export const lineOf = ({
  created,
  id,
  status,
  attempts,
  type,
  url,
}: Pick<DeliveryRow, 'created' | 'id' | 'status' | 'attempts' | 'type' | 'url'>): string =>
  inColumns(created.toISOString(), id, callbackState({ status, attempts }), String(attempts), type, url)

/** Returns a callback with all its details. */
export function detailsOf(delivery: DeliveryRow & { attemptHistory: DeliveryAttempt[] }): string {
  const next = delivery.nextAttempt > new Date() ? delivery.nextAttempt.toISOString() : 'now'
  return [
    headOf(),
    lineOf(delivery),
    '',
    ...delivery.attemptHistory.map(attemptLine),
    ...(delivery.status === 'waiting' ? [`Next attempt: ${next}`] : []),
    '',
    JSON.stringify(JSON.parse(delivery.payload), undefined, 2),
  ].join('\n')
}

const attemptLine = ({ number, date, ms, status, responseBody, error }: DeliveryAttempt) =>
  `${number}. ${date.toISOString()}  ${ms} ms  ${status === null ? error : `${status} ${escaped(responseBody ?? '')}`}`

/** Escapes a stranger's response, so that a terminal does not obey control characters. */
const escaped = (text: string) => JSON.stringify(text).replace(/[\u007f-\u009f]/g, '?')
