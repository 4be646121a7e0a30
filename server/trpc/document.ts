import { z } from 'zod'
import { waitsFor } from '../document/issue-documents'
import { DocumentSearch, documentsAbout, searchDocuments, sumDocuments } from '../document/search-documents'
import { as, reading, router } from './init'

const pageLength = 50
/** How many documents the page of an account shows. */
const newest = 10

const About = z.union([
  z.strictObject({ order: z.string().max(100) }),
  z.strictObject({ account: z.string().max(100) }),
])

export const documentRouter = router({
  list: reading('viewer')
    .input(DocumentSearch)
    .query(async ({ ctx: { context }, input }) => {
      const [{ rows, ...end }, sums] = await Promise.all([
        searchDocuments(context, { ...input, limit: pageLength }),
        sumDocuments(context, input),
      ])
      return { documents: rows, ...end, sums, missing: waitsFor(context.merchant) }
    }),

  /** The documents of an order, or the newest ones of an account. */
  about: as('viewer')
    .input(About)
    .query(({ ctx: { context }, input }) => documentsAbout(context, input, 'order' in input ? 100 : newest)),
})
