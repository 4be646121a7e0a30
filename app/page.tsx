import { redirect } from 'next/navigation'
import { config } from '@/server/core/config/config'
import { hasOutbox } from '@/server/core/has-outbox'
import { runtime } from '@/server/runtime'
import { hasUsers } from '@/server/team/start-merchant'
import { Code } from './_parts/code'
import { demoFile } from './_parts/demo-file'
import { Mark } from './_parts/mark'
import styles from './page.module.css'

export default async function FrontPage() {
  if (!(await hasUsers(runtime().db))) redirect('/start')
  const { baseUrl } = config()
  const keys = demoFile()
  return (
    <div className={styles.page}>
      <header className={styles.brand}>
        <Mark size={28} /> Kassa
      </header>
      <main className={styles.main}>
        <h1>Your own payment service</h1>
        <p className={styles.lead}>
          Accounts, stored cards, subscriptions, orders, charges and refunds through one small API. This
          installation is up and running.
        </p>
        <ul className={styles.links}>
          <li>
            <a href="/dashboard">
              <strong>Dashboard</strong>
              <span>Sign in and manage payments</span>
            </a>
          </li>
          <li>
            <a href="/docs">
              <strong>API reference</strong>
              <span>Endpoints, test cards and 3-D Secure</span>
            </a>
          </li>
          <li>
            <a href="/v1/openapi.json">
              <strong>OpenAPI 3.1</strong>
              <span>The machine-readable description</span>
            </a>
          </li>
          {keys && (
            <li>
              <a href="/demo/checkout">
                <strong>Sample checkout</strong>
                <span>A shop where you can pay with a test card</span>
              </a>
            </li>
          )}
          {hasOutbox(config()) && (
            <li>
              <a href="/outbox">
                <strong>Outbox</strong>
                <span>E-mails to customers</span>
              </a>
            </li>
          )}
        </ul>
        <section className={styles.section} aria-labelledby="address">
          <h2 id="address">Base URL</h2>
          <Code label="Base URL" text={`${baseUrl}/v1`} />
        </section>
        <section className={styles.section} aria-labelledby="first">
          <h2 id="first">Your first request</h2>
          <p>
            {keys ? (
              <>
                A test merchant was created at the first start. Its keys and sign-in details are in{' '}
                <code>{keys}</code> on the machine that runs Kassa. Run this command in the project’s folder
                to create an account with the private key:
              </>
            ) : (
              <>
                Create a merchant with <code>npm run merchant</code>, which prints its keys. Then create an
                account with the private key:
              </>
            )}
          </p>
          <Code label="Your first request" language="shell" text={firstRequest(baseUrl, keys)} />
        </section>
      </main>
      <footer className={styles.footer}>
        <a href="/v1/health">Health</a>
        <span>Kassa, self-hosted</span>
      </footer>
    </div>
  )
}

function firstRequest(baseUrl: string, keys: string | undefined): string {
  const key = keys
    ? `PRIVATE_KEY=$(node -p 'JSON.parse(fs.readFileSync("${keys}")).privateKey')`
    : 'PRIVATE_KEY=sk_…'
  return `${key}

curl ${baseUrl}/v1/account \\
  -H "Authorization: Bearer $PRIVATE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"customer": {"name": "Ada Lovelace"}, "method": []}'`
}
