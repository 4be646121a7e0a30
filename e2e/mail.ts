import { connect } from '@/db/client'
import { startEmbedded } from '@/db/embedded'
import { clockAt } from '@/server/clock/clock'
import { environment, loadSettings, provide } from '@/server/config/config'
import type { NewMail } from '@/server/mail/schemas'
import { writeMails } from '@/server/mail/write'
import { findMerchant } from '@/server/merchant/merchant'
import { embeddedEnvironment } from '@/server/supervisor/environment'
import { demo } from './demo'
import { dataDir } from './place'

/** Writes mails of the demo merchant, as what they tell of would, `at` an instant. */
export async function writeDemoMails(mails: NewMail[], at = new Date()): Promise<void> {
  const { url } = await startEmbedded({ dataDir })
  provide(embeddedEnvironment(loadSettings({ ...environment(), DATABASE_URL: '', DATA_DIR: dataDir }), url))
  const { db, close } = connect(url, { pool: 1 })
  try {
    const merchant = await findMerchant(db, demo().merchant)
    if (!merchant) throw new Error('The demo merchant is not there')
    await writeMails({ merchant, clock: clockAt(at) }, db, mails)
  } finally {
    await close()
  }
}
