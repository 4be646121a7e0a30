import { insertMany } from '@/db/many'
import { mail } from '@/db/schema'
import type { Context, TimedScope } from '../core/context'
import { seal } from '../core/crypto'
import { newReference } from '../core/id'
import { languageOf } from '../model/language'
import { type NewMail, toPeople } from '../model/mail'

/** Names the use of a mail's sealed secret. */
export const secretOf = ({ merchantId, id }: { merchantId: string; id: string }) => `mail ${merchantId} ${id}`

/**
 * Returns e-mails as rows to insert. They are sent once the transaction that inserts them is committed. The language is
 * decided here, so that it stays the same whenever the mail is shown or sent.
 */
export const mailRows = (
  { merchant, clock }: Pick<Context, 'merchant' | 'clock'>,
  mails: readonly NewMail[],
): (typeof mail.$inferInsert)[] =>
  mails.map(({ secret, once, name, language, data, ...rest }) => {
    const named = { merchantId: merchant.id, id: newReference() }
    return {
      ...rest,
      ...named,
      orderId: 'order' in data ? data.order : null,
      data: name === undefined ? data : { ...data, customerName: name },
      language: toPeople.has(rest.template) ? null : (language ?? languageOf(merchant.locale)),
      sealed: secret === undefined ? null : seal(secret, secretOf(named)),
      once: once ?? null,
      status: 'waiting',
      created: clock.now(),
    }
  })

/** Writes e-mails in the transaction that they report on. */
export const writeMails = (context: TimedScope, mails: readonly NewMail[]): Promise<void> =>
  insertMany(context.db, mail, mailRows(context, mails), { skipKnown: true })
