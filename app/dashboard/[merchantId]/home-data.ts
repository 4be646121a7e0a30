import { isCurrency } from '@/server/model/money/currencies'
import { defaultPeriod } from '@/server/model/period'
import type { Inputs, Outputs } from '../_parts/merchant'

export type HomeFigures = Outputs['report']['home']

/** What the server has rendered the page with. */
export interface HomeData {
  /** When it was read, in milliseconds since 1970. Back can show the page again much later. */
  readAt: number
  input: NonNullable<Inputs['report']['home']> & { period: string }
  home: HomeFigures
  todo: Outputs['report']['todo']
  ahead: Outputs['report']['ahead']
  events: Outputs['event']['list']
}

/** Returns the input of Home's figures from its URL. `parameter` returns a query parameter. */
export function homeInput(parameter: (name: string) => string | null): HomeData['input'] {
  const currency = parameter('currency')
  const isCode = currency !== null && isCurrency(currency)
  return { period: (parameter('period') || defaultPeriod).slice(0, 40), ...(isCode && { currency }) }
}
