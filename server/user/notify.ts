import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import type { Merchant } from '@/db/schema'
import { invitation, membership, merchant } from '@/db/schema'
import type { Clock } from '../core/clock'
import { writeMails } from '../mail/write'
import { type NewMail, noAccount, type SecurityChange } from '../model/mail'

type ToPerson = Extract<NewMail, { template: 'password-reset' | 'security-notice' }>

/**
 * Writes a mail to a dashboard user. Every mail belongs to a merchant: here the first that they joined, or else the
 * last that invited them. A user with neither can do nothing here and gets no mail.
 */
export async function mailPerson(
  tx: Queryable,
  clock: Clock,
  person: { id: string; email: string },
  mail: Pick<ToPerson, 'template' | 'data' | 'secret'>,
): Promise<void> {
  const through = await merchantFor(tx, person)
  if (!through) return
  const row = { ...mail, accountId: noAccount, to: person.email } as ToPerson
  await writeMails({ merchant: through, clock, db: tx }, [row])
}

/** Notifies a user that how they sign in was changed. */
export const tellChange = (
  tx: Queryable,
  clock: Clock,
  person: { id: string; email: string },
  what: SecurityChange,
): Promise<void> =>
  mailPerson(tx, clock, person, {
    template: 'security-notice',
    data: { what, date: clock.now().toISOString() },
  })

async function merchantFor(
  tx: Queryable,
  { id, email }: { id: string; email: string },
): Promise<Merchant | undefined> {
  const [joined] = await tx
    .select({ merchant })
    .from(membership)
    .innerJoin(merchant, eq(merchant.id, membership.merchantId))
    .where(eq(membership.userId, id))
    .orderBy(asc(membership.created), asc(merchant.id))
    .limit(1)
  if (joined) return joined.merchant
  const [inviting] = await tx
    .select({ merchant })
    .from(invitation)
    .innerJoin(merchant, eq(merchant.id, invitation.merchantId))
    .where(and(eq(invitation.email, email), isNull(invitation.accepted), isNull(invitation.withdrawn)))
    .orderBy(desc(invitation.created))
    .limit(1)
  return inviting?.merchant
}
