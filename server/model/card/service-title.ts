import { capitalised } from '../capitalised'
import type { CardServices } from './service'

/** Returns the name that people know a card service by. Records can name one that is no longer installed. */
export function serviceTitle({ all }: Pick<CardServices, 'all'>, name: string): string {
  if (name === 'test') return 'Simulated acquirer'
  const service = all.find((each) => each.name === name)
  return service?.connecting?.guide('live').title ?? capitalised(name)
}
