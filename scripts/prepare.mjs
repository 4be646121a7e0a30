import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundling } from './bundling.mjs'
import { Interrupted, npm, root, tool } from './run.mjs'

/** @typedef {{ version?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockedPackage */

const oldestNode = { major: 20, minor: 19 }
/** How the build is done. */
const recipe = [
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'scripts/bundling.mjs',
  'scripts/prepare.mjs',
]
const sources = ['app', 'server', 'db', 'emails', 'patches', 'public']
const stamp = join(root, '.next/kassa-build')
/** The file that `buildCardElement` writes. Next serves the folder `public` unchanged. */
const cardElement = join(root, 'public/embed/card.js')
/** Where the compiled processes are. */
export const bundleFolder = join(root, '.next/kassa')

/** Ends with a clear message if Node is too old, before anything fails in an unclear way. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor)) return
  console.error(
    `Kassa needs Node ${oldestNode.major}.${oldestNode.minor} or newer; this is ${process.versions.node}. See https://nodejs.org.`,
  )
  process.exit(1)
}

/** Installs the packages unless exactly those of package-lock.json are there, with the patches of this checkout. */
export async function install() {
  if (isInstalled()) return
  console.log('Installing packages')
  const started = Date.now()
  // A caller's NODE_ENV=production, or the equivalent npm setting, would leave out what the build needs.
  const env = { ...process.env }
  for (const name of ['NODE_ENV', 'npm_config_omit', 'npm_config_production', 'npm_config_only'])
    delete env[name]
  const { code } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund'], { env })
  if (code !== 0) throw new Error(`npm ci failed (exit code ${code}); its output above says why.`)
  // npm may be configured to ignore scripts, which apply the patches.
  if (!isPatched()) await npm(['run', '-s', 'postinstall'], { env })
  console.log(`Packages installed in ${seconds(started)} s`)
}

/** Builds the pages unless they were built from exactly these sources. */
export async function build() {
  const wanted = hashSources()
  if (isBuiltFrom(wanted)) return
  console.log('Building the pages')
  const started = Date.now()
  rmSync(stamp, { force: true })
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  await buildCardElement()
  const { code, output } = await tool('next/dist/bin/next', ['build'], { env, quiet: true })
  if (code !== 0) {
    console.error(output)
    throw new Error(`next build failed (exit code ${code}); its output above says why.`)
  }
  await bundle()
  writeFileSync(stamp, wanted)
  console.log(`Pages built in ${seconds(started)} s`)
}

/** @param {string} wanted */
const isBuiltFrom = (wanted) => read(stamp) === wanted && existsSync(cardElement)

/**
 * Returns where a compiled command is; undefined if it was not compiled from exactly these sources.
 * @param {string} name
 */
export function builtScript(name) {
  return existsSync(stamp) && isBuiltFrom(hashSources()) ? join(bundleFolder, `${name}.mjs`) : undefined
}

/**
 * Compiles the script that shops load as `/embed/card.js`. With `watch` it is compiled again whenever its source
 * changes, as long as this process runs.
 */
export async function buildCardElement({ watch = false } = {}) {
  const { context } = await import('esbuild')
  const card = await context({
    absWorkingDir: root,
    entryPoints: ['app/_parts/card-element/main.ts'],
    outfile: cardElement,
    bundle: true,
    minify: true,
    format: 'iife',
    charset: 'utf8',
    target: 'es2022',
    banner: {
      js: '/* <kassa-card public-key="pk_…">: a card form for your page. How to use it: /docs#card-form */',
    },
    logLevel: 'warning',
  })
  await card.rebuild()
  if (watch) await card.watch()
  else await card.dispose()
}

/**
 * Compiles the processes and commands of Kassa into a few files. Loading hundreds of modules through a compiler at
 * each start takes seconds and a hundred megabytes.
 */
async function bundle() {
  const { build } = await import('esbuild')
  await build({
    ...bundling,
    absWorkingDir: root,
    entryPoints: {
      supervise: 'server/supervisor/supervise.ts',
      seed: 'server/seed/main.ts',
      web: 'server/web/main.ts',
      worker: 'server/worker/main.ts',
      ...Object.fromEntries(commandNames().map((name) => [name, `server/cli/${name}.ts`])),
    },
    outdir: bundleFolder,
    logLevel: 'warning',
  })
}

/** The commands that package.json runs with scripts/command.mjs. */
function commandNames() {
  const scripts = Object.values(JSON.parse(read(join(root, 'package.json')) ?? '').scripts)
  return scripts.flatMap((script) => /scripts\/command\.mjs (\w+)/.exec(String(script))?.[1] ?? [])
}

/**
 * Ends the process after a failed preparation. The output so far says why.
 * @param {unknown} error
 */
export function giveUp(error) {
  if (!(error instanceof Interrupted)) console.error(error instanceof Error ? error.message : error)
  if (error instanceof Error && 'code' in error && /^(EACCES|EPERM|EROFS)$/.test(String(error.code)))
    console.error(`Installing and building write to ${root}. As a user who may, run: npm ci && npm run build`)
  process.exit(error instanceof Interrupted ? 130 : 1)
}

// The last thing that npm writes is a lock file of its own, so an incomplete installation has none.
function isInstalled() {
  const wanted = packages('package-lock.json')
  const present = packages('node_modules/.package-lock.json')
  if (!wanted || !present || !isPatched()) return false
  return Object.entries(wanted).every(([path, { version, link, optional, os, cpu, libc }]) => {
    if (path === '' || link) return true
    const has = present[path]?.version
    if (has !== undefined || !optional) return has === version
    /** @type {(list: string[] | undefined, ours: string) => boolean} */
    const forUs = (list, ours) => !list || list.includes(ours)
    return libc !== undefined || !os || !(forUs(os, process.platform) && forUs(cpu, process.arch))
  })
}

/** Whether the packages have the patches of this checkout: npm copies those that it has applied. */
function isPatched() {
  const applied = join('node_modules', '.patches')
  return readdirSync(join(root, 'patches')).every(
    (name) => read(join(root, applied, name)) === read(join(root, 'patches', name)),
  )
}

/**
 * The entries of a lock file by their paths; undefined if the file does not exist.
 * @param {string} path
 * @returns {Record<string, LockedPackage> | undefined}
 */
function packages(path) {
  const text = read(join(root, path))
  return text ? JSON.parse(text).packages : undefined
}

function hashSources() {
  const hash = createHash('sha256').update(process.versions.node)
  const top = readdirSync(root).filter(
    (name) => /\.(ts|mjs)$/.test(name) && !/^(next-env|vitest|playwright|drizzle)/.test(name),
  )
  const inside = sources.filter((folder) => existsSync(join(root, folder))).flatMap(list)
  for (const path of [...recipe, ...top, ...inside].sort()) {
    if (!/\.test\.tsx?$/.test(path) && path !== 'public/embed/card.js')
      hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

/** @param {string} folder */
function list(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
}

/** @param {string} path */
function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** @param {number} started */
function seconds(started) {
  return Math.round((Date.now() - started) / 1000)
}
