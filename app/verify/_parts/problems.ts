import { htmlPage } from '../../_parts/html-page'

export const unknownVerification = () =>
  htmlPage({
    status: 404,
    title: 'Verification not found',
    content: '<p>Go back to the shop and start the payment again.</p>',
  })

export const wrongMethod = () =>
  htmlPage({
    status: 405,
    title: 'Post a form to this address',
    content:
      '<p>Post the <code>pareq</code> from the “verification required” response, and the <code>TermUrl</code> to return to.</p>',
    headers: { Allow: 'POST' },
  })
