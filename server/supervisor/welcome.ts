import { join, relative } from 'node:path'
import type { Settings } from '../core/config/config'
import { type Demo, demoFile } from '../core/demo'
import { hasOutbox } from '../core/has-outbox'

/** Returns the message that is shown when everything has started. */
export function welcome(settings: Settings, demo: Demo | undefined): string {
  const { baseUrl, dataDir } = settings
  const rows: [string, string][] = [
    ['Start here', baseUrl],
    ['Dashboard', `${baseUrl}/dashboard`],
    ['API', `${baseUrl}/v1`],
    ['API guide', `${baseUrl}/docs`],
  ]
  if (hasOutbox(settings)) rows.push(['Outbox', `${baseUrl}/outbox`])
  if (demo) {
    rows.push(['Sign in as', demo.email], ['Password', demo.password])
    rows.push(['Public key', demo.publicKey], ['Private key', demo.privateKey])
    rows.push(['Saved in', shortest(demoFile(dataDir))])
  }
  const table = rows.map(([name, value]) => `  ${name.padEnd(12)} ${value}`).join('\n')
  const note = demo?.incomplete ? `${interrupted(dataDir)}\n\n` : ''
  return `\nKassa is running. Ctrl-C stops it.\n\n${table}\n\n${note}${firstStep(baseUrl, demo)}\n`
}

/** A path as people would type it: relative only within the current folder. */
const shortest = (path: string) => {
  const below = relative(process.cwd(), path)
  return below.startsWith('..') ? path : below
}

const interrupted = (dataDir: string) =>
  [
    '  The demo data is incomplete, because its creation was interrupted. To create all of it, stop Kassa, delete',
    `  ${join(dataDir, 'postgres')} and ${demoFile(dataDir)}, and start again.`,
    '  This deletes all merchants and orders.',
  ].join('\n')

function firstStep(baseUrl: string, demo: Demo | undefined): string {
  if (!demo) return '  Create a merchant: npm run merchant -- create --name N --email E --password P'
  const body = JSON.stringify({ customer: { name: 'Ada Lovelace', email: 'ada@example.com' }, method: [] })
  return [
    '  Try it: create an account.',
    '',
    `  curl ${baseUrl}/v1/account \\`,
    `    -H 'Authorization: Bearer ${demo.privateKey}' \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '${body}'`,
  ].join('\n')
}
