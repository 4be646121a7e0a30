import { insertMany } from '@/db/many'
import { mail } from '@/db/schema'
import type { Context } from '../core/context'
import { seal } from '../core/crypto'
import { newReference } from '../core/id'
import type { NewMail } from '../model/mail'

/** Names the use of a mail's sealed secret. */
export const secretOf = ({ merchantId, id }: { merchantId: string; id: string }) => `mail ${merchantId} ${id}`

/** Writes mails, which are sent once the transaction that they report on is committed. */
export async function writeMails(
  { db, merchant, clock }: Pick<Context, 'db' | 'merchant' | 'clock'>,
  mails: readonly NewMail[],
): Promise<void> {
  const rows = mails.map(({ secret, once, ...rest }) => {
    const named = { merchantId: merchant.id, id: newReference() }
    return {
      ...rest,
      ...named,
      sealed: secret === undefined ? null : seal(secret, secretOf(named)),
      once: once ?? null,
      status: 'waiting' as const,
      created: clock.now(),
    }
  })
  await insertMany(db, mail, rows, { skipKnown: true })
}
