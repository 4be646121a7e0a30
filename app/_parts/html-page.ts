interface HtmlPage {
  status?: number
  /** English, unless it is given. */
  language?: string
  title: string
  /** What the browser's tab shows after the title. */
  site?: string
  /** HTML above the title, and below it. */
  head?: string
  content: string
  headers?: Record<string, string>
}

/** A small page without React: shoppers see it only briefly, or if an integration is wrong. */
export const htmlPage = ({
  status = 200,
  language = 'en',
  title,
  site,
  head = '',
  content,
  headers,
}: HtmlPage): Response =>
  new Response(
    `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${site === undefined ? title : `${title} · ${site}`}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/plain-page.css">
</head>
<body>
<main>
${head}<h1>${title}</h1>
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

/** Escapes text for HTML, also within quoted attributes. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
