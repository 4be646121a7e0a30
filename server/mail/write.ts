import type { Queryable } from '@/db/client'
import { insertMany } from '@/db/many'
import { mail } from '@/db/schema'
import type { Context } from '../context'
import { seal } from '../crypto/crypto'
import { newReference } from '../id/id'
import type { NewMail } from './schemas'

/** Writes mails, to be sent once the transaction that they tell of is committed. */
export async function writeMails(
  { merchant, clock }: Pick<Context, 'merchant' | 'clock'>,
  tx: Queryable,
  mails: readonly NewMail[],
): Promise<void> {
  const rows = mails.map(({ secret, once, ...rest }) => ({
    ...rest,
    merchantId: merchant.id,
    id: newReference(),
    sealed: secret === undefined ? null : seal(secret),
    once: once ?? null,
    status: 'waiting' as const,
    created: clock.now(),
  }))
  await insertMany(tx, mail, rows, { skipKnown: true })
}
