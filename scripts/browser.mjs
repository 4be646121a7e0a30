import { existsSync } from 'node:fs'
import { installedChromium } from './chromium.mjs'
import { npm, root, run, tool } from './run.mjs'

/**
 * Finds a Chromium for the browser tests: from CHROMIUM_PATH, the system or Playwright. If there is none, installs
 * Playwright's. Throws if CHROMIUM_PATH names no file.
 * @returns {Promise<string | undefined>} undefined if there is none, '' for Playwright's own
 */
export async function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen && !existsSync(chosen))
    throw new Error(`CHROMIUM_PATH is ${chosen}, but there is no such file. Correct or unset it.`)
  if (chosen) return chosen
  const installed = installedChromium()
  // Tests run faster in the headless shell than in a whole Chromium.
  if (isHeadlessShell(installed)) return installed
  if (await hasPlaywrights()) return ''
  if (installed) return installed
  console.log("Installing Playwright's Chromium")
  await tool('playwright/cli.js', ['install', 'chromium'])
  return (await hasPlaywrights()) ? '' : undefined
}

/**
 * Installs Debian's headless shell if there is none, unless CHROMIUM_PATH chooses another Chromium or the user is not
 * root. Needs none of Kassa's packages, so it can run while they are installed.
 */
export async function installFromDebian() {
  if (process.env.CHROMIUM_PATH !== undefined || isHeadlessShell(installedChromium())) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Installing Chromium from Debian')
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Without a network this must not take minutes.
  const patience = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20']
  let output = ''
  // Old releases have a whole Chromium only.
  for (const name of installedChromium()
    ? ['chromium-headless-shell']
    : ['chromium-headless-shell', 'chromium']) {
    if (output === '') output += (await run('apt-get', [...patience, 'update'], { env, quiet: true })).output
    const args = [...patience, 'install', '-y', '--no-install-recommends', name]
    const installed = await run('apt-get', args, { env, quiet: true })
    if (installed.code === 0) return
    output += installed.output
  }
  console.error(`Debian's Chromium could not be installed:\n${output.slice(-2000)}`)
}

/** @param {string | undefined} path */
const isHeadlessShell = (path) => path?.endsWith('-headless-shell') ?? false

async function hasPlaywrights() {
  if (!existsSync(`${root}/node_modules/playwright-core`)) await npm(['ls', 'playwright-core'])
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath())
}
