import { hasCode } from '@/server/model/errors'
import type { FormResult } from './handle-form'

/** Runs an action on a card, and reports if another press or tab has already removed the card. */
export async function unlessCardGone(act: () => Promise<FormResult>): Promise<FormResult> {
  try {
    return await act()
  } catch (error) {
    if (hasCode(error, 'not-found')) return { to: '/account/cards', note: 'cardGone' }
    throw error
  }
}
