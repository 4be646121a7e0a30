/** Sends due mails in its own process, which a test kills on the way. */

import { connect } from '@/db/client'
import { newMailTurns } from '@/server/mail/claim'
import { resendDeliver } from '@/server/mail/deliver'
import { sendMails } from '@/server/mail/mailer'
import { runtimeOn } from '@/server/runtime'

const [databaseUrl = '', mailServiceUrl = ''] = process.argv.slice(2)
const { db, close } = connect(databaseUrl, { pool: 2 })
const runtime = runtimeOn(db, { baseUrl: 'http://kassa.test', cardServiceTimeoutMs: 5000 })
await sendMails(runtime, {
  deliver: resendDeliver('re_test', mailServiceUrl),
  mailFrom: 'Kassa <kassa@example.com>',
  turns: newMailTurns(),
})
await close()
