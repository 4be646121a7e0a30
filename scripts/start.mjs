import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, buildCardElement, bundleFolder, checkNode, giveUp, install } from './prepare.mjs'
import { releaseSignals, root } from './run.mjs'

// `npm start` and, with --dev, `npm run dev`: from a fresh clone to a running Kassa.
checkNode()
const development = process.argv.includes('--dev')
process.chdir(root)
try {
  await install()
  if (development) await buildCardElement({ watch: true })
  else await build()
  releaseSignals()
} catch (error) {
  giveUp(error)
}

// In this process, not in a child: there are no signals to pass on, and nothing can be orphaned.
Object.assign(process.env, {
  NODE_ENV: development ? 'development' : 'production',
  // In development, Next.js would report to its makers.
  NEXT_TELEMETRY_DISABLED: '1',
})
// @ts-expect-error: tsx has no types for its main module.
if (development) await import('tsx')
const supervisor = development
  ? join(root, 'server/supervisor/supervise.ts')
  : join(bundleFolder, 'supervise.mjs')
const { supervise } = await import(pathToFileURL(supervisor).href)
await supervise({ development, endWithParent: process.env.npm_lifecycle_event !== undefined })
