import path from 'node:path'
import { build } from 'esbuild'
import external from '../scripts/external-packages.json'

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
    // With their packages in them scripts start in half the time.
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
  return outfile
}
