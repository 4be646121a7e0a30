import type { Runtime } from '../core/runtime'
import { listOutbox } from '../mail/outbox'
import { command, typed, withRuntime } from './command'

const usage = `Usage:
  npm run outbox                            Prints the newest mail, including mail to dashboard users.
  npm run outbox -- --to jane@example.com   Prints mail to addresses that contain this text.
  --limit N   how many; 5 by default, at most 100
For operators: use it to reset a password when no mail is sent. Links in mail that was sent are not stored.`

const text = { type: 'string' } as const

const { values } = typed(usage, { to: text, limit: text })
await command(async () => {
  const limit = Number(values.limit ?? 5)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw new Error('--limit must be a number from 1 to 100.')
  await withRuntime((runtime) => print(runtime, values.to ?? '', limit))
}, usage)

async function print(runtime: Runtime, to: string, limit: number): Promise<void> {
  const { mails } = await listOutbox(runtime, { to, limit, all: true })
  if (mails.length === 0) console.log('No mail.')
  for (const { row, merchant, rendered } of mails) {
    const status = row.status === 'captured' ? 'not sent' : row.status
    console.log(
      `To: ${row.to}\nMerchant: ${merchant.id}\nDate: ${row.created.toISOString()}\nStatus: ${status}`,
    )
    console.log(`Subject: ${rendered?.subject ?? 'This mail cannot be shown'}\n\n${rendered?.text ?? ''}\n`)
  }
}
