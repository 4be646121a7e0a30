import { readdirSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { bundling } from '../scripts/bundling.mjs'

// Below node_modules, where they are not source files but still find the packages.
const folder = path.resolve('node_modules/.cache/kassa')

/**
 * Compiles the scripts that tests start, because starting them from source takes most of the time. All of them at once:
 * each by itself would compile most of Kassa again.
 */
export async function compileScripts(): Promise<void> {
  await build({
    ...bundling,
    entryPoints: [
      ...scriptsIn('test', /-child\.ts$/),
      ...scriptsIn('server/cli', /(?<!\.test)\.ts$/),
      'server/supervisor/main.ts',
      'server/web/main.ts',
      'server/worker/main.ts',
    ],
    outdir: folder,
    outbase: '.',
    tsconfig: 'tsconfig.json',
    logLevel: 'silent',
  })
}

const scriptsIn = (directory: string, name: RegExp): string[] =>
  readdirSync(directory)
    .filter((file) => name.test(file))
    .map((file) => `${directory}/${file}`)

/** Returns where a compiled script is. */
export const compiled = (script: string): string => path.join(folder, script.replace(/\.ts$/, '.mjs'))
