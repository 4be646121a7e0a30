interface HtmlPage {
  status?: number
  title: string
  /** HTML. */
  content: string
  headers?: Record<string, string>
}

/** A page without a design of its own: shoppers see it for a moment only, or if an integration is wrong. */
export const htmlPage = ({ status = 200, title, content, headers }: HtmlPage): Response =>
  new Response(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`,
    {
      status,
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
    },
  )

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML, also inside of quoted attributes. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')

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
