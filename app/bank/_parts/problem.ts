import { htmlPage } from '../../_parts/html-page'

interface ProblemPage {
  status: number
  title: string
  text: string
  headers?: Record<string, string>
}

/** An error page for developers: a browser sends such a request only if an integration is wrong. */
export function problemPage({ status, title, text, headers }: ProblemPage): Response {
  return htmlPage({
    status,
    title,
    site: 'Test Bank',
    head: '<p>Test Bank <span>Simulated</span></p>\n',
    content: `<p>${text}</p>
<p><a href="/docs#three-d-secure">How 3-D Secure works here</a></p>`,
    ...(headers && { headers }),
  })
}

export const unknownVerification = () =>
  problemPage({
    status: 404,
    title: 'Verification not found',
    text: 'The bank does not know this verification. Go back to the shop and start the payment again.',
  })

export const badForm = () =>
  problemPage({
    status: 400,
    title: 'Invalid request',
    text: 'Post a form of at most 64 kB as <code>application/x-www-form-urlencoded</code> or <code>multipart/form-data</code>.',
  })

export const wrongMethod = () =>
  problemPage({
    status: 405,
    title: 'Post a form to this address',
    text: 'A verification starts with a form posted to this address with the <code>pareq</code> from the “verification required” response. Go back to the shop and start again.',
    headers: { Allow: 'POST' },
  })
