import { sql } from 'drizzle-orm'
import { todayOf } from '../core/clock'
import type { Context } from '../core/context'
import { writeMails } from '../mail/write-mails'
import { addDays } from '../model/calendar'
import type { Expires, Scheme } from '../model/card/schemas'
import type { Language } from '../model/language'
import { recipientAt } from '../store/accounts'

/** How many days before a card expires, and before the first payment that it misses, its payer is reminded. */
const daysBefore = { expiry: 30, due: 3 }

const batch = 500

interface Expiring extends Record<string, unknown> {
  account: string
  email: string
  name: string | null
  confirmed: boolean
  language: Language | null
  chosen_language: Language | null
  once: string
  scheme: Scheme
  last4: string
  expires: Expires
  last_day: string
  due: string | null
}

/**
 * Reminds payers whose default card expires before a subscription that is to be charged on it ends: 30 days before, and
 * again 3 days before the first payment that it misses. Each reminder is sent once per card, however often this runs. Returns
 * the number of reminders.
 */
export async function remind(context: Context): Promise<number> {
  let reminded = 0
  for (;;) {
    const expiring = await findExpiring(context)
    await writeMails(
      context,
      expiring.map(({ email, once, scheme, last4, expires, last_day, due, ...account }) => ({
        ...recipientAt(email, {
          ...account,
          accountId: account.account,
          chosenLanguage: account.chosen_language,
        }),
        template: 'card-expiring',
        once,
        data: { card: { scheme, last4, expires }, lastDay: last_day, ...(due !== null && { due }) },
      })),
    )
    reminded += expiring.length
    if (expiring.length < batch) return reminded
  }
}

function findExpiring({ db, merchant, clock }: Context): Promise<Expiring[]> {
  const today = todayOf({ merchant, clock })
  const card = sql`m.scheme, m.last4, m.expires, m.expires_on::text as last_day`
  const payer = sql`a.id as account, a.customer->>'email' as email, a.customer->>'name' as name,
    a.confirmed, a.language, a.chosen_language`
  // A suspended account is not billed, and its payer knows that a payment is unpaid.
  const ofAccount = sql`a.merchant_id = m.merchant_id and a.id = m.account_id and a.customer->>'email' is not null
    and a.status <> 'suspended'`
  return db.execute<Expiring>(sql`
    with expiring as (
      select ${payer}, 'expires:' || m.id || ':' || m.expires_on as once, ${card},
        (select min(s.due) from subscription s
          where s.merchant_id = m.merchant_id and s.account_id = m.account_id and s.due > m.expires_on)::text as due
      from method m join account a on ${ofAccount}
      where m.merchant_id = ${merchant.id} and m.position = 0
        and m.expires_on between ${today}::date and ${addDays(today, daysBefore.expiry)}::date
        and exists (select 1 from subscription s
          where s.merchant_id = m.merchant_id and s.account_id = m.account_id and s.due is not null
            and (s."end" is null or s."end" > m.expires_on))
      union all
      select ${payer}, 'missed:' || m.id || ':' || m.expires_on as once, ${card}, min(s.due)::text as due
      from subscription s
      join method m on m.merchant_id = s.merchant_id and m.account_id = s.account_id and m.position = 0
        and m.expires_on < s.due
      join account a on ${ofAccount}
      where s.merchant_id = ${merchant.id}
        and s.due between ${today}::date and ${addDays(today, daysBefore.due)}::date
      group by a.merchant_id, a.id, m.id, m.expires_on, m.scheme, m.last4, m.expires
    )
    select * from expiring
    where not exists (select 1 from mail where mail.merchant_id = ${merchant.id} and mail.once = expiring.once)
    limit ${sql.raw(String(batch))}`)
}
