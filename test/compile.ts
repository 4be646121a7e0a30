import { renameSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import external from '../scripts/external-packages.json'

const results = new Map<string, Promise<string>>()

/**
 * Compiles a script that tests start, once, because starting it from source takes most of the time. Returns the path of
 * the result.
 */
export function compiled(script: string): Promise<string> {
  const result = results.get(script) ?? compile(script)
  results.set(script, result)
  return result
}

async function compile(script: string): Promise<string> {
  // Below node_modules, where it is not a source file but still finds the packages.
  const outfile = path.resolve(
    'node_modules/.cache/kassa',
    `${script.replace(/\.ts$/, '').replaceAll('/', '-')}.mjs`,
  )
  // Another worker may be starting it from there.
  const written = `${outfile}.${process.pid}`
  await build({
    entryPoints: [script],
    outfile: written,
    bundle: true,
    // With their packages bundled, scripts start in half the time.
    external,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: {
      js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
    },
    tsconfig: 'tsconfig.json',
    logLevel: 'silent',
  })
  renameSync(written, outfile)
  return outfile
}
