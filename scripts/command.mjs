import { pathToFileURL } from 'node:url'
import { builtScript, checkNode } from './prepare.mjs'
import { releaseSignals, root } from './run.mjs'

// `npm run merchant -- create …` and the other commands. Runs what was built, which starts three times as fast as the
// source, unless the sources have changed since.
checkNode()
const [name = ''] = process.argv.splice(2, 1)
const built = builtScript(name)
if (!built) {
  // @ts-expect-error: tsx has no types for its main module.
  await import('tsx')
}
releaseSignals()
await import(pathToFileURL(built ?? `${root}server/cli/${name}.ts`).href)
