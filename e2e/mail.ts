import { clockAt } from '@/server/core/clock'
import { writeMails } from '@/server/mail/write-mails'
import { findMerchant } from '@/server/merchant/create-merchant'
import type { NewMail } from '@/server/model/mail'
import { withKassa } from './database'
import { demo } from './demo'

/** Writes mails of the demo merchant at an instant, without the events that would cause them. */
export async function writeDemoMails(mails: NewMail[], at = new Date()): Promise<void> {
  await withKassa(async (db) => {
    const merchant = await findMerchant(db, demo().merchant)
    if (!merchant) throw new Error('There is no demo merchant')
    await writeMails({ db, merchant, clock: clockAt(at) }, mails)
  })
}
