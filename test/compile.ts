import path from 'node:path'
import { build } from 'esbuild'

/** Compiles a script that a test starts many times, so that each start is quick; answers the path of the result. */
export async function compiled(script: string): Promise<string> {
  // Below node_modules: it is nobody's source, and still finds the packages.
  const outfile = path.resolve(
    'node_modules/.cache/kassa',
    `${script.replace(/\.ts$/, '').replaceAll('/', '-')}.mjs`,
  )
  await build({
    entryPoints: [script],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    tsconfig: 'tsconfig.json',
    logLevel: 'silent',
  })
  return outfile
}
