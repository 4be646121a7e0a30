import type Stripe from 'stripe'
import { type Session, send } from './client'

type Page = { limit: number; starting_after?: string }
type RequestOptions = Parameters<Parameters<typeof send>[2]>[0]

/** The objects of a list, newest first, page by page. A list that breaks off throws, so its end proves that it is complete. */
export async function* listAll<T extends { id: string }>(
  session: Session,
  list: (page: Page, options: RequestOptions) => Promise<Stripe.ApiList<T>>,
): AsyncGenerator<T, void> {
  let after: string | undefined
  for (;;) {
    const page: Page = { limit: 100, ...(after !== undefined && { starting_after: after }) }
    const { data, has_more } = await send<Stripe.ApiList<T>>(session, 'list', (options) =>
      list(page, options),
    )
    yield* data
    const last = data.at(-1)
    if (!has_more) return
    if (!last) throw new Error('A page of a list is empty and has more')
    after = last.id
  }
}
