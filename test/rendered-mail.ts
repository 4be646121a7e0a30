import { beforeAll } from 'vitest'
import type { Merchant } from '@/db/schema'
import { seal } from '@/server/core/crypto'
import { type MailRow, type RenderedMail, render } from '@/server/mail/render'
import { secretOf } from '@/server/mail/write-mails'
import { type MailData, type MailTemplate, toPeople } from '@/server/model/mail'
import { mailExamples } from './mails'
import { testWorld } from './world'

export const mailBaseUrl = 'https://pay.example.com'
export const renderedSecret = 'https://pay.example.com/login/abc.def?x=1&y=2'
export const renderedBranding = {
  name: 'Åsas Café & Co',
  colour: '#7a1f5c',
  supportEmail: 'help@cafe.example',
}

/** Mails with a link for their reader only. */
const withSecret = new Set<MailTemplate>([
  'login-link',
  'email-confirm',
  'payment-approval',
  'payment-failed',
  'payment-given-up',
  'password-reset',
  'invitation',
])

/** Replaces the non-breaking spaces that Intl writes. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

/** Creates a merchant for a test file. Returns a function that renders its mail. Call it at the top of the file. */
export function mailRenderer() {
  const world = testWorld()
  let merchant: Merchant
  beforeAll(async () => {
    merchant = (await world.newMerchant()).row
  })
  return async <T extends MailTemplate>(
    template: T,
    data: MailData[T] & { customerName?: string } = mailExamples[template],
    changes: Partial<Merchant> = {},
    row: Partial<MailRow> = {},
  ): Promise<RenderedMail> => {
    const sealed = withSecret.has(template)
      ? seal(renderedSecret, secretOf({ merchantId: 'abcdefgh', id: 'mail' }))
      : null
    const language = toPeople.has(template) ? null : 'en'
    const created = new Date('2031-03-14T13:03:00.000Z')
    const mail = await render(
      { id: 'mail', template, data, language, sealed, created, ...row },
      { ...merchant, id: 'abcdefgh', branding: renderedBranding, locale: 'en-SE', ...changes },
      { baseUrl: mailBaseUrl },
    )
    return { ...mail, subject: plain(mail.subject), html: plain(mail.html), text: plain(mail.text) }
  }
}
