import { hasCode } from '@/server/model/errors'
import type { Answer } from './posted'

/** What was to be done with a card, which may have been removed by an earlier press or in another tab. */
export async function unlessGone(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (hasCode(error, 'not-found')) return { to: '/account/cards', note: 'cardGone' }
    throw error
  }
}
