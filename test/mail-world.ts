import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach } from 'vitest'
import { mail } from '@/db/schema'
import { inTransaction } from '@/server/core/context'
import { newMailTurns } from '@/server/mail/claim'
import { resendDeliver } from '@/server/mail/deliver'
import { sendMails } from '@/server/mail/mailer'
import type { MailRow } from '@/server/mail/render'
import { writeMails } from '@/server/mail/write-mails'
import { type MailService, startMailService } from './mail-service'
import { mailExamples } from './mails'
import { type TestMerchant, testWorld, type World } from './world'

/** A world in which mail is sent: each test has its own merchant and mail service. */
export interface MailWorld {
  world: World
  service: MailService
  shop: TestMerchant
  /** Writes the mail of a login link. Returns a function that reads its row. */
  write(to?: string): Promise<() => Promise<MailRow>>
  /** Sends due mails. */
  send(url?: string, timeoutMs?: number): Promise<number>
  /** As if the gap, or the lease of a dead process, were over. */
  makeDue(): Promise<unknown>
}

export const mailFrom = 'Kassa <kassa@example.com>'
export const mailSecret = 'http://kassa.test/login/abc.def'

/** Mail due since then is due for every connection, although their clocks can differ by milliseconds. */
export const aSecondAgo = sql`now() - interval '1 second'`

/** Creates the mail world of a test file. Call it at the top of the file. */
export function mailWorld(): MailWorld {
  const world = testWorld()
  const mails = { world } as MailWorld
  beforeEach(async () => {
    mails.service = await startMailService()
    mails.shop = await world.newMerchant()
  })
  afterEach(async () => {
    await mails.service.close()
    // Mail that a test leaves waiting must not reach the next one.
    await world.runtime.db.update(mail).set({ status: 'failed' }).where(eq(mail.status, 'waiting'))
  })
  mails.write = async (to = 'jane@example.com') => {
    const once = crypto.randomUUID()
    const about = { accountId: 'aKdRUwhpmEoXqTfB', to, secret: mailSecret, once }
    // In one transaction: a running mailer sends the mail as soon as it is committed.
    await inTransaction(mails.shop.context, async (inside) => {
      await writeMails(inside, [{ ...about, template: 'login-link', data: mailExamples['login-link'] }])
      await inside.db.update(mail).set({ nextAttempt: aSecondAgo }).where(eq(mail.once, once))
    })
    return async () => {
      const [row] = await world.runtime.db.select().from(mail).where(eq(mail.once, once))
      if (!row) throw new Error('The mail is not there')
      return row
    }
  }
  const turns = newMailTurns()
  mails.send = (url = mails.service.url, timeoutMs = 10_000) =>
    sendMails(world.runtime, { deliver: resendDeliver('re_test', url, timeoutMs), mailFrom, turns })
  mails.makeDue = () =>
    world.runtime.db
      .update(mail)
      .set({ nextAttempt: aSecondAgo })
      .where(eq(mail.merchantId, mails.shop.merchant))
  return mails
}
