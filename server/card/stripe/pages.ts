import type Stripe from 'stripe'
import { type StripeSession, send } from './client'

export type StripePage = { limit: number; starting_after?: string }
type RequestOptions = Parameters<Parameters<typeof send>[2]>[0]

/** Narrows a list to what was created since a time. Stripe's times are whole seconds. */
export const createdSince = (since: Date) => ({ gte: Math.floor(since.getTime() / 1000) })

/** Passes a session to a request. */
export type UsingSession = <R>(request: (session: StripeSession) => Promise<R>) => Promise<R>

type ListPage<T> = (
  session: StripeSession,
  page: StripePage,
  options: RequestOptions,
) => Promise<Stripe.ApiList<T>>

/** Reads a list of Stripe page by page, the newest first. */
export async function* pagesOf<T extends { id: string }>(
  using: UsingSession,
  list: ListPage<T>,
): AsyncGenerator<T[]> {
  let after: string | undefined
  for (;;) {
    const page: StripePage = { limit: 100, ...(after !== undefined && { starting_after: after }) }
    const { data, has_more } = await using((session) =>
      send<Stripe.ApiList<T>>(session, 'list', (options) => list(session, page, options)),
    )
    yield data
    if (!has_more) return
    const last = data.at(-1)
    if (!last) throw new Error('A page of a list is empty and has more')
    after = last.id
  }
}

/** Reads the objects of a list, the newest first. A list that breaks off throws, so its end proves that it is complete. */
export async function* listAll<T extends { id: string }>(
  using: UsingSession,
  list: ListPage<T>,
): AsyncGenerator<T, void> {
  for await (const page of pagesOf<T>(using, list)) yield* page
}
