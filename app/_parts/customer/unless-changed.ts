import { hasCode } from '@/server/model/errors'
import type { FormResult } from './handle-form'

/** Runs an action, and returns to the page at `to` with a note if it would not do what that page showed. */
export async function unlessChanged(to: string, act: () => Promise<FormResult>): Promise<FormResult> {
  try {
    return await act()
  } catch (error) {
    if (hasCode(error, 'payer.card-changed', 'payer.owes-more')) return { to, note: 'changed' }
    throw error
  }
}
