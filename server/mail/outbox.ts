import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Merchant } from '@/db/schema'
import { mail, merchant } from '@/db/schema'
import { cursorOf, rowsAfter } from '../core/cursor'
import { log } from '../core/log'
import { pageBy } from '../core/page'
import type { Runtime } from '../core/runtime'
import { instant } from '../model/fields'
import { type MailTemplate, toPeople } from '../model/mail'
import { type MailRow, type RenderedMail, render } from './render'

type OutboxSource = Pick<Runtime, 'db' | 'baseUrl'>

/** A mail as a developer sees it. Without `rendered`, it could not be rendered; its row says when that was tried. */
export interface ShownMail {
  row: MailRow
  merchant: Merchant
  rendered?: RenderedMail
}

export interface OutboxQuery {
  /** A part of the recipient's address. */
  to?: string | undefined
  /** Also mail to dashboard users, and mail of live merchants: for the operator's own command, never for a page. */
  all?: boolean
  /** Cursor: `next` of the previous page. A malformed one starts from the newest. */
  after?: string | undefined
  limit: number
}

/** Returns e-mails, newest first. Without `all`, only mail to customers of test merchants. */
export async function listOutbox(
  source: OutboxSource,
  { to = '', after = '', all = false, limit }: OutboxQuery,
): Promise<{ mails: ShownMail[]; next?: string }> {
  const rows = await source.db
    .select()
    .from(mail)
    .innerJoin(merchant, eq(merchant.id, mail.merchantId))
    .where(
      and(
        all ? undefined : isOpen,
        to === '' ? undefined : sql`strpos(lower(${mail.to}), lower(${to})) > 0`,
        afterMail(after),
      ),
    )
    .orderBy(desc(mail.created), desc(mail.id))
    .limit(limit + 1)
  const { rows: found, ...next } = pageBy(rows, limit, ({ mail: { created, id } }) =>
    places.write([created.toISOString(), id]),
  )
  return { mails: await Promise.all(found.map((each) => shown(source, each))), ...next }
}

/** Returns a mail to a customer of a test merchant by its merchant and id; undefined if there is none. */
export async function findInOutbox(
  source: OutboxSource,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<ShownMail | undefined> {
  if (!uuid.test(id)) return undefined
  const [found] = await source.db
    .select()
    .from(mail)
    .innerJoin(merchant, eq(merchant.id, mail.merchantId))
    .where(and(eq(mail.merchantId, merchantId), eq(mail.id, id), isOpen))
  return found && shown(source, found)
}

async function shown(source: OutboxSource, found: { mail: MailRow; merchant: Merchant }): Promise<ShownMail> {
  const { mail: row, merchant } = found
  try {
    return { row, merchant, rendered: await render(row, merchant, source) }
  } catch (error) {
    // A mail that cannot be shown must not hide the others.
    log.error({ err: error, mail: row.id, merchant: merchant.id }, 'A mail cannot be shown')
    return { row, merchant }
  }
}

/** The outbox shows nothing that opens a real customer's account or signs someone in to the dashboard. */
const isOpen = and(eq(merchant.type, 'test'), notInArray(mail.template, [...toPeople] as MailTemplate[]))

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const places = cursorOf(z.tuple([instant(), z.string().regex(uuid)]))

/** Starts at the newest mail if the cursor belongs to another list. */
function afterMail(cursor: string) {
  const place = places.find(cursor)
  return place && rowsAfter([mail.created, mail.id], [sql`${place[0]}::timestamptz`, sql`${place[1]}::uuid`])
}
