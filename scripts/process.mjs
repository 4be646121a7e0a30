import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bundleFolder, checkNode } from './prepare.mjs'
import { releaseSignals } from './run.mjs'

// `npm run web` and `npm run worker`: each starts one process of a Kassa that has been built.
checkNode()
const name = process.argv[2] === 'worker' ? 'worker' : 'web'
const script = join(bundleFolder, `${name}.mjs`)
if (!existsSync(script)) {
  console.error('Kassa is not built yet. Run: npm ci && npm run build')
  process.exit(1)
}
releaseSignals()
Object.assign(process.env, { NODE_ENV: 'production' })
await import(script)
