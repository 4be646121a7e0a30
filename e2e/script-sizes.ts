import type { Browser, BrowserContext } from '@playwright/test'
import { address } from './place'

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/**
 * Returns the compressed size in bytes of the scripts that a first visit to a page loads, with an empty cache: of all
 * scripts, and of those that the page itself names, which the others wait for.
 */
export async function scriptSizes(
  browser: Browser,
  storageState: State,
  path: string,
): Promise<{ all: number; first: number }> {
  const context = await browser.newContext({ storageState, baseURL: address })
  const page = await context.newPage()
  const sizes: Promise<{ url: string; bytes: number }>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return
    const url = new URL(request.url()).pathname
    sizes.push(request.sizes().then(({ responseBodySize }) => ({ url, bytes: responseBodySize })))
  })
  const response = await page.goto(path, { waitUntil: 'networkidle' })
  const html = (await response?.text()) ?? ''
  // The size of a script that finishes later could not be read, because the page is closed by then.
  page.removeAllListeners('requestfinished')
  const loaded = await Promise.all(sizes)
  await context.close()
  const sum = (scripts: typeof loaded) => scripts.reduce((total, { bytes }) => total + bytes, 0)
  return { all: sum(loaded), first: sum(loaded.filter(({ url }) => html.includes(`src="${url}`))) }
}
