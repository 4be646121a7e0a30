import * as z from 'zod'
import { waitsFor } from '../document/issue-documents'
import {
  DocumentFilters,
  DocumentSearch,
  documentsOfAccount,
  documentsOfOrder,
  readDocumentDetail,
  searchDocuments,
  totalDocuments,
} from '../document/search-documents'
import { fail } from '../model/errors'
import { orderNamesOf, withOrderNames } from '../order/order-names'
import { payersOf } from '../store/accounts'
import { as, reading, router } from './init'
import { nameOfPayer } from './name-of-payer'
import { contentForMerchant } from './wording'

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
      const { rows, ...end } = await searchDocuments(context, { ...input, limit: pageLength })
      const [named, payerOf] = await Promise.all([
        withOrderNames(context, rows),
        payersOf(
          context,
          rows.filter(({ buyer }) => buyer === undefined),
        ),
      ])
      const documents = named.map((row) => ({ ...row, buyer: row.buyer ?? nameOfPayer(payerOf(row)) }))
      return { ...end, documents, missing: waitsFor(context.merchant) }
    }),

  /** How many documents match the filters of the list, and their sums. */
  totals: reading('viewer')
    .input(DocumentFilters)
    .query(({ ctx: { context }, input }) => totalDocuments(context, input)),

  /** A document with its lines, and why it has no XML file. */
  get: as('viewer')
    .input(z.strictObject({ id: z.string().max(100) }))
    .query(async ({ ctx: { context }, input }) => {
      const { xmlObstacle: obstacle, ...found } = await readDocumentDetail(context, input.id)
      const order = (await orderNamesOf(context, [found.orderId])).get(found.orderId)
      const noXml =
        obstacle && contentForMerchant(fail('document.no-xml', { obstacle }), context.merchant.locale)
      return { ...found, order, noXml: noXml?.description }
    }),

  /** All documents of an order, or the newest ones of an account. */
  about: as('viewer')
    .input(About)
    .query(async ({ ctx: { context }, input }) =>
      'order' in input
        ? { documents: await documentsOfOrder(context, input.order), isMore: false }
        : documentsOfAccount(context, input.account, newest),
    ),
})
