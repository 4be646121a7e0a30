import { and, asc, desc, eq } from 'drizzle-orm'
import type { Merchant } from '@/db/schema'
import { invitation, membership, merchant } from '@/db/schema'
import type { Installation } from '../core/runtime'
import { writeMails } from '../mail/write-mails'
import { type NewMail, noAccount, type SecurityChange } from '../model/mail'
import { isOpenInvitation } from './open-invitation'
import type { User } from './session'

type Person = Pick<User, 'id' | 'email'>
type ToPerson = Extract<NewMail, { template: 'password-reset' | 'security-notice' }>

/**
 * Writes a mail to a dashboard user. Every mail belongs to a merchant: here the first that they joined, or else the
 * last that invited them. A user with neither can do nothing here and gets no mail.
 */
export async function mailPerson(
  installation: Installation,
  { person, ...mail }: { person: Person } & Pick<ToPerson, 'template' | 'data' | 'secret'>,
): Promise<void> {
  const through = await merchantFor(installation, person)
  if (!through) return
  const row = { ...mail, accountId: noAccount, to: person.email } as ToPerson
  await writeMails({ ...installation, merchant: through }, [row])
}

/** Notifies a user of a change to how they sign in. */
export const notifyChange = (
  installation: Installation,
  { person, what }: { person: Person; what: SecurityChange },
): Promise<void> =>
  mailPerson(installation, {
    person,
    template: 'security-notice',
    data: { what, date: installation.clock.now().toISOString() },
  })

async function merchantFor({ db }: Installation, { id, email }: Person): Promise<Merchant | undefined> {
  const [joined] = await db
    .select({ merchant })
    .from(membership)
    .innerJoin(merchant, eq(merchant.id, membership.merchantId))
    .where(eq(membership.userId, id))
    .orderBy(asc(membership.created), asc(merchant.id))
    .limit(1)
  if (joined) return joined.merchant
  const [inviting] = await db
    .select({ merchant })
    .from(invitation)
    .innerJoin(merchant, eq(merchant.id, invitation.merchantId))
    .where(and(eq(invitation.email, email), isOpenInvitation))
    .orderBy(desc(invitation.created))
    .limit(1)
  return inviting?.merchant
}
