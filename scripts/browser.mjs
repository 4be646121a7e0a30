import { existsSync } from 'node:fs'
import { npm, root, run, tool } from './run.mjs'

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH, the system's, Playwright's, or one installed now (Debian's
 * as root, else Playwright's). Returns undefined when there is none; '' means Playwright's own.
 */
export async function findBrowser() {
  const found = [process.env.CHROMIUM_PATH, ...known].find((path) => path && existsSync(path))
  if (found) return found
  if (await hasPlaywrights()) return ''
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium from Debian')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const update = await run('apt-get', ['update'], { env, quiet: true })
    const args = ['install', '-y', '--no-install-recommends', 'chromium']
    const installed = await run('apt-get', args, { env, quiet: true })
    const path = known.find(existsSync)
    if (path) return path
    console.error(
      `Debian's Chromium could not be installed:\n${(update.output + installed.output).slice(-2000)}`,
    )
  }
  console.log("Installing Playwright's Chromium")
  await tool('playwright/cli.js', ['install', 'chromium'])
  return (await hasPlaywrights()) ? '' : undefined
}

async function hasPlaywrights() {
  if (!existsSync(`${root}/node_modules/playwright-core`)) await npm(['ls', 'playwright-core'])
  const { chromium } = await import('playwright-core')
  return existsSync(chromium.executablePath())
}
