import { Section } from '../_parts/section'
import { Meanings } from './meanings'

/** What an installation needs before it can take real payments. */
export const GoingLive = ({ base }: { base: string }) => (
  <Section id="going-live" title="Going live">
    <p>
      Real payments need a live merchant, whose account at a card service is connected in the dashboard under
      Settings → Card service. The checklist there shows what is missing. These settings belong to the
      installation, not to a merchant: set them as environment variables and restart Kassa.
    </p>
    <Meanings caption="Settings of the installation" rows={settings} whole />
    <p>
      <strong>Back up</strong> the database and, in another place, <code>ENCRYPTION_KEY</code> and{' '}
      <code>AUTH_SECRET</code>. Without <code>ENCRYPTION_KEY</code>, the secrets in the database cannot be
      read. With another <code>AUTH_SECRET</code>, sessions, login links, card tokens and recovery codes stop
      working. With the embedded database, everything is in the folder <code>DATA_DIR</code>.
    </p>
    <p>
      <strong>Webhooks.</strong> The card service sends webhooks to{' '}
      <code>{new URL('/notices', base).href}/…</code>. A proxy must pass on the body unchanged.
    </p>
    <p>
      <strong>Cards.</strong> A live merchant’s cards are entered in the card service’s own fields, which{' '}
      <a href="#card-form">the card form</a> shows. Pages with their own <code>Content-Security-Policy</code>{' '}
      must allow the bank’s page in <code>frame-src</code> and <code>form-action</code>; with Stripe this is{' '}
      <code>https://hooks.stripe.com</code>. If you show the card service’s fields yourself, send the
      reference of the card to <code>POST /card</code>.
    </p>
  </Section>
)

const settings = [
  ['BASE_URL', 'The public https address of Kassa.'],
  ['RESEND_API_KEY', 'Sends mail through Resend. Without it and SMTP_URL, mail is only stored.'],
  ['SMTP_URL', 'Sends mail through your own SMTP server instead.'],
  ['RESEND_WEBHOOK_SECRET', 'Lets Resend report which mail was delivered and which bounced.'],
  ['MAIL_FROM', 'The sender of mail, at an address that the mail service allows.'],
  ['DATABASE_URL', 'Your own PostgreSQL, with backups.'],
  [
    'ENCRYPTION_KEY',
    'Encrypts secrets in the database: 32 random bytes in base64. Needed with DATABASE_URL.',
  ],
  ['AUTH_SECRET', 'Signs tokens: at least 32 random characters. Needed with DATABASE_URL.'],
] as const
