import type { Page } from '@playwright/test'

/** Returns the texts that a selector finds in the API reference. Showing its thousands of elements would take long. */
export async function textsInReference(page: Page, selector: string): Promise<string[]> {
  const html = await (await page.request.get('/docs')).text()
  return page.evaluate(
    (given) =>
      [...new DOMParser().parseFromString(given.html, 'text/html').querySelectorAll(given.selector)].map(
        ({ textContent }) => textContent ?? '',
      ),
    { html, selector },
  )
}
