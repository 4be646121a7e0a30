import type Stripe from 'stripe'
import { type Session, send } from './client'

export type Page = { limit: number; starting_after?: string }

/** Reads a list of Stripe page by page, the newest first. */
export async function* pagesOf<T extends { id: string }>(
  session: () => Promise<Session>,
  list: (
    session: Session,
    page: Page,
    options: { timeout: number; maxNetworkRetries: 0 },
  ) => Promise<Stripe.ApiList<T>>,
): AsyncGenerator<T[]> {
  let after: string | undefined
  for (;;) {
    const page: Page = { limit: 100, ...(after !== undefined && { starting_after: after }) }
    const current = await session()
    const { data, has_more } = await send<Stripe.ApiList<T>>(current, 'list', (options) =>
      list(current, page, options),
    )
    yield data
    if (!has_more) return
    const last = data.at(-1)
    if (!last) throw new Error('A page of a list is empty and has more')
    after = last.id
  }
}
