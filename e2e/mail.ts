import { clockAt } from '@/server/core/clock'
import { writeMails } from '@/server/mail/write-mails'
import { findMerchant } from '@/server/merchant/find-merchant'
import type { NewMail } from '@/server/model/mail'
import { inDatabase, withKassa } from './database'
import { demo } from './demo'

/** Writes mails of the demo merchant at an instant, without the events that would cause them. */
export async function writeDemoMails(mails: NewMail[], at = new Date()): Promise<void> {
  await withKassa(async (db) => {
    const merchant = await findMerchant(db, demo().merchant)
    if (!merchant) throw new Error('There is no demo merchant')
    await writeMails({ db, merchant, clock: clockAt(at) }, mails)
  })
}

/** The number of mails with a login link to an address. */
export const loginLinksTo = (email: string): Promise<number> =>
  inDatabase(
    async (sql) => (await sql`select 1 from mail where "to" = ${email} and template = 'login-link'`).length,
  )
