import { and, desc, eq } from 'drizzle-orm'
import { mail } from '@/db/schema'
import { open } from '@/server/core/crypto'
import type { Runtime } from '@/server/core/runtime'
import { secretOf } from '@/server/mail/write-mails'
import type { MailTemplate } from '@/server/model/mail'
import { mailNotifications } from '@/server/team/mail-notifications'

/** Returns the mails of a template to an address, newest first. */
export const mailsTo = ({ db }: Runtime, to: string, template: MailTemplate) =>
  db
    .select()
    .from(mail)
    .where(and(eq(mail.to, to), eq(mail.template, template)))
    .orderBy(desc(mail.created))

/** Returns the key in the newest of them, at the end of its link. */
export async function keyMailedTo(runtime: Runtime, to: string, template: MailTemplate): Promise<string> {
  const [newest] = await mailsTo(runtime, to, template)
  const key = newest?.sealed ? open(newest.sealed, secretOf(newest)).split('/').at(-1) : undefined
  if (!key) throw new Error(`No ${template} was mailed to ${to}`)
  return key
}

/** Writes the mails for notifications that are due, and returns those of a merchant's team with a single notice. */
export async function teamMailsOf(runtime: Runtime, merchantId: string) {
  await mailNotifications(runtime)
  return runtime.db
    .select()
    .from(mail)
    .where(and(eq(mail.merchantId, merchantId), eq(mail.template, 'team-notice')))
}
