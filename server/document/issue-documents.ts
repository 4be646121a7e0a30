import { sql } from 'drizzle-orm'
import { insertMany, updateMany } from '@/db/many'
import { document, type Merchant } from '@/db/schema'
import type { InTransaction } from '../core/context'
import { dayOf, laterDay } from '../model/calendar'
import { type CompanyDetail, missingOf } from '../model/company'
import { accountingVatOf } from '../model/document/accounting-vat'
import type { DocumentContent, DocumentReference } from '../model/document/content'
import type { Numbers } from './number-series'
import { brandingOf, countryOf, sellerOf } from './parties'
import { type DocumentRow, documentsById, type EarlierDocument, oldestWaiting } from './read-documents'
import { withCategories } from './vat-categories'

/** Returns what a merchant's documents wait for. A test merchant issues them with the details that it has. */
export const waitsFor = ({ type, company }: Pick<Merchant, 'type' | 'company'>): CompanyDetail[] =>
  type === 'test' ? [] : missingOf(company)

/**
 * Stores new documents, and issues them unless the merchant's details are incomplete. Documents that have waited are
 * issued first, at most `count` at a time. The caller has locked the numbers. Returns how many were issued.
 */
export async function issueDocuments(
  context: InTransaction,
  drafts: readonly DocumentRow[],
  { numbers, count }: { numbers: Numbers; count: number },
): Promise<number> {
  const { db, merchant } = context
  const mayIssue = waitsFor(merchant).length === 0
  const waiting = mayIssue ? await oldestWaiting(context, count) : []
  if (!mayIssue || waiting.length > 0) await insertMany(db, document, drafts)
  if (!mayIssue) return 0
  const issued = await issue(context, waiting.length > 0 ? waiting : drafts, numbers)
  await numbers.save(db)
  if (waiting.length === 0) await insertMany(db, document, issued)
  else {
    const changes = issued.map(({ merchantId, id, content, number, issuedOn, issued: at }) => ({
      ...{ merchantId, id, content, number, issuedOn, issued: at },
    }))
    await updateMany(db, document, ['merchantId', 'id'], changes, { still: sql`present.number is null` })
  }
  return issued.length
}

async function issue(
  context: InTransaction,
  drafts: readonly DocumentRow[],
  numbers: Numbers,
): Promise<DocumentRow[]> {
  const { merchant, clock } = context
  const now = clock.now()
  const known = await namedBy(context, drafts)
  return drafts.map((draft) => {
    // Never before the money moved, even if that was recorded by a process whose clock is ahead.
    const issued = new Date(Math.max(draft.moved.getTime(), now.getTime()))
    // Nor before the documents that it names: the merchant's time zone may have changed since.
    const named = idsNamedBy(draft).map((id) => known.get(id)?.issuedOn)
    const day = [draft.content.moved, ...named].reduce(laterDay, dayOf(issued, merchant.timeZone))
    const { number, issuedOn } = numbers.take(draft.kind, day)
    const content = completed(merchant, draft, known)
    const { totals, buyer, supplied, accountingVat = null } = content
    known.set(draft.id, { ...draft, number, issuedOn, totals, buyer, supplied, accountingVat })
    return { ...draft, content, number, issuedOn, issued }
  })
}

/** The documents that a draft names when it is issued. */
const idsNamedBy = ({ corrects, content: { creditNote } }: DocumentRow): string[] => [
  ...(corrects ?? []),
  ...(creditNote ? [creditNote.id] : []),
]

async function namedBy(
  context: InTransaction,
  drafts: readonly DocumentRow[],
): Promise<Map<string, EarlierDocument>> {
  const here = new Set(drafts.map(({ id }) => id))
  const others = drafts.flatMap((draft) => idsNamedBy(draft).filter((id) => !here.has(id)))
  const found = await documentsById(context, others)
  return new Map(found.map((each) => [each.id, each]))
}

/** The content of a document that is issued now. */
function completed(
  merchant: Merchant,
  { content, corrects, currency, vat }: DocumentRow,
  known: ReadonlyMap<string, EarlierDocument>,
): DocumentContent {
  const corrected = (corrects ?? []).flatMap((id) => known.get(id) ?? [])
  const creditNote = content.creditNote && known.get(content.creditNote.id)
  const referenced = creditNote ? [creditNote] : corrected
  const seller = sellerOf(merchant)
  const accountingVat = accountingVatOf(
    { currency, vat },
    {
      country: countryOf(seller),
      rates: merchant.bookkeeping.exchangeRates,
      referenced: referenced.at(-1)?.accountingVat,
    },
  )
  const { buyer, language, totals } = content
  const complete: DocumentContent = {
    ...content,
    seller,
    branding: brandingOf(merchant),
    ...(merchant.type === 'test' && { isTest: true }),
    totals: withCategories(totals, {
      seller,
      buyer,
      bookkeeping: merchant.bookkeeping,
      language,
      referenced: referenced.flatMap((each) => each.totals),
    }),
    ...(accountingVat && { accountingVat }),
    ...(creditNote && { creditNote: referenceTo(creditNote) }),
  }
  return corrected.length === 0 ? complete : { ...complete, corrects: corrected.map(referenceTo) }
}

function referenceTo({ id, number, issuedOn }: EarlierDocument): DocumentReference {
  // The documents that another one names are older, so they have already been issued.
  if (number === null || issuedOn === null) throw new Error(`Document ${id} is named before it is issued`)
  return { id, number, issued: issuedOn }
}
