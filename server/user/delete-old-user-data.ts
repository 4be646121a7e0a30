import { lt, sql } from 'drizzle-orm'
import { deleteInBatches } from '@/db/delete-in-batches'
import { invitation, mail, merchant, passwordReset } from '@/db/schema'
import { days, later } from '../core/clock'
import type { Installation } from '../core/runtime'
import { noAccount } from '../model/mail'

/** How long an invitation is kept after it was accepted or withdrawn, or has expired. */
const invitationLife = days(30)

/**
 * How long password reset links are kept: longer than they are valid, and longer than they count towards a limit.
 */
const resetLife = days(1)

/** How long mail to dashboard users and invited people is kept, as long as their notifications. */
const mailLife = days(90)

/** Deletes what is no longer needed about dashboard users and invited people. */
export async function deleteOldUserData({ db, clock }: Installation): Promise<void> {
  const before = (life: number) => later(clock.now(), -life)
  const { accepted, withdrawn, expires } = invitation
  // PostgreSQL ignores the times that are null.
  const ended = sql`least(${accepted}, ${withdrawn}, ${expires})`
  await deleteInBatches(db, invitation, lt(ended, before(invitationLife).toISOString()))
  await deleteInBatches(db, passwordReset, lt(passwordReset.created, before(resetLife)))
  // Listing the merchants lets PostgreSQL find these few mails by index among all customer mail.
  const ofPeople = sql`${mail.merchantId} = any(array(select ${merchant.id} from ${merchant})) and ${mail.accountId} = ${noAccount}`
  const isOld = lt(mail.nextAttempt, before(mailLife))
  await deleteInBatches(db, mail, sql`${ofPeople} and ${mail.status} <> 'waiting' and ${isOld}`)
}
