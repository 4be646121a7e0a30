import { connect } from '@/db/client'
import { clockAt } from '@/server/core/clock'
import { environment, loadSettings, provide } from '@/server/core/config/config'
import { writeMails } from '@/server/mail/write-mails'
import { findMerchant } from '@/server/merchant/create-merchant'
import type { NewMail } from '@/server/model/mail'
import { startEmbedded } from '@/server/process/embedded-database'
import { embeddedEnvironment } from '@/server/process/environment'
import { demo } from './demo'
import { dataDir } from './place'

/** Writes mails of the demo merchant at an instant, without the events that would cause them. */
export async function writeDemoMails(mails: NewMail[], at = new Date()): Promise<void> {
  const { url } = await startEmbedded({ dataDir })
  provide(embeddedEnvironment(loadSettings({ ...environment(), DATABASE_URL: '', DATA_DIR: dataDir }), url))
  const { db, close } = connect(url, { pool: 1 })
  try {
    const merchant = await findMerchant(db, demo().merchant)
    if (!merchant) throw new Error('There is no demo merchant')
    await writeMails({ db, merchant, clock: clockAt(at) }, mails)
  } finally {
    await close()
  }
}
