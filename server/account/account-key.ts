import * as z from 'zod'
import { days, later } from '../core/clock'
import type { Context } from '../core/context'
import { issueKey } from '../key/issue-key'
import { dateTime, id } from '../model/fields'
import { accountTransaction } from '../store/accounts'
import { confirmAccount } from '../store/confirm-account'

const accountKeyLife = days(3)

export const AccountKey = z
  .strictObject({
    key: z.string().meta({ description: 'Shown this once', example: 'ak_test_…' }),
    account: id('account'),
    created: dateTime(),
    expires: dateTime(),
  })
  .meta({
    id: 'AccountKey',
    description: 'A key that acts on one account, addressed as `me`',
    example: {
      key: 'ak_test_4fJ9…',
      account: 'aKdRUwhpmEoXqTfB',
      created: '2026-03-31T14:03:00.000Z',
      expires: '2026-04-03T14:03:00.000Z',
    },
  })

/** Creates a key for one account, valid for 3 days. Throws `not-found`, or `account.erased`. */
export async function createAccountKey(
  context: Context,
  accountId: string,
): Promise<z.infer<typeof AccountKey>> {
  const now = context.clock.now()
  const expires = later(now, accountKeyLife)
  const { key } = await accountTransaction(context, accountId, async (inside, account) => {
    await confirmAccount(inside, account)
    return issueKey(inside, { kind: 'account', name: 'Account key', accountId, expires })
  })
  return { key, account: accountId, created: now.toISOString(), expires: expires.toISOString() }
}
