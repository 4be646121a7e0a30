import type { Metadata } from 'next'
import { Notice } from './_parts/notice'

export const metadata: Metadata = { title: 'Page not found' }

export default function NotFound() {
  return (
    <Notice
      title="Page not found"
      actions={
        <>
          <a href="/">Go to the front page</a>
          <a href="/docs">Open the API reference</a>
        </>
      }
    >
      <p>
        The address may be wrong, or the page may have moved. Check the address or start from the front page.
      </p>
    </Notice>
  )
}
