import { build, checkNode, giveUp, install } from './prepare.mjs'
import { releaseSignals, root } from './run.mjs'

// `npm start` and, with --dev, `npm run dev`: from a fresh clone to a running Kassa.
checkNode()
const development = process.argv.includes('--dev')
process.chdir(root)
try {
  await install()
  if (!development) await build()
  releaseSignals()
} catch (error) {
  giveUp(error)
}

// Imported into this process instead of a child: there is nothing to pass signals on to, and nothing that could be
// orphaned.
process.env.NODE_ENV = development ? 'development' : 'production'
if (development) await import('tsx')
const { supervise } = development
  ? await import('../server/supervisor/supervise.ts')
  : await import('../.next/kassa/supervise.mjs')
await supervise({ development, endWithParent: process.env.npm_lifecycle_event !== undefined })
