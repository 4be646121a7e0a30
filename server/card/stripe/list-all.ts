import type Stripe from 'stripe'
import type { Session } from './client'
import { type Page, pagesOf } from './pages'

type RequestOptions = Parameters<Parameters<typeof pagesOf>[1]>[2]

/** The objects of a list, newest first, page by page. A list that breaks off throws, so its end proves that it is complete. */
export async function* listAll<T extends { id: string }>(
  session: Session,
  list: (page: Page, options: RequestOptions) => Promise<Stripe.ApiList<T>>,
): AsyncGenerator<T, void> {
  const pages = pagesOf<T>(
    () => Promise.resolve(session),
    (_, page, options) => list(page, options),
  )
  for await (const page of pages) yield* page
}
