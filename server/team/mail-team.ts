import { and, eq, inArray } from 'drizzle-orm'
import { membership, user } from '@/db/schema'
import type { InTransaction } from '../core/context'
import { writeMails } from '../mail/write-mails'
import { noAccount, type TeamNotice } from '../model/mail'
import { mayActAs, roles } from '../model/roles'

/**
 * Writes a mail to every member who can act on it, in the transaction of what it reports. `path` is the page of the
 * merchant's dashboard that it leads to. At most one mail per member is written for each value of `once`.
 */
export async function mailTeam(
  context: Pick<InTransaction, 'db' | 'merchant' | 'clock' | 'baseUrl'>,
  { notice, path, once }: { notice: TeamNotice; path: string; once: string },
): Promise<void> {
  const { db, merchant, baseUrl } = context
  const members = await db
    .select({ id: user.id, email: user.email })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(and(eq(membership.merchantId, merchant.id), inArray(membership.role, acting)))
  const data = { ...notice, merchant: merchant.name, link: `${baseUrl}/dashboard/${merchant.id}${path}` }
  await writeMails(
    context,
    members.map(({ id, email }) => ({
      accountId: noAccount,
      to: email,
      template: 'team-notice',
      data,
      once: `${once} ${id}`,
    })),
  )
}

const acting = roles.filter((role) => mayActAs(role, 'support'))
