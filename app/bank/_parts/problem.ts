import type { Language } from '@/server/model/language'
import { languageIn } from '../../_parts/customer/language'
import { escaped, htmlPage } from '../../_parts/html-page'
import { sayIn } from '../../_texts/texts'

interface ProblemPage {
  status: number
  title: string
  text: string
  language?: Language
  headers?: Record<string, string>
}

/** An error page for developers: a browser sends such a request only if an integration is wrong. */
export function problemPage({ status, title, text, language, headers }: ProblemPage): Response {
  return htmlPage({
    status,
    title,
    site: 'Test Bank',
    head: '<p>Test Bank <span>Simulated</span></p>\n',
    content: `<p>${text}</p>
<p><a href="/docs#three-d-secure">How 3-D Secure works here</a></p>`,
    ...(language && { language }),
    ...(headers && { headers }),
  })
}

/** The one that shoppers can see, in their language. */
export function unknownVerification(headers: Headers): Response {
  const language = languageIn(headers)
  const say = sayIn(language)
  return problemPage({
    status: 404,
    language,
    title: say('bank.unknownTitle'),
    text: escaped(say('bank.unknown')),
  })
}

export const badForm = () =>
  problemPage({
    status: 400,
    title: 'Invalid request',
    text: 'Post a form of at most 64 KiB as <code>application/x-www-form-urlencoded</code> or <code>multipart/form-data</code>.',
  })

export const wrongMethod = () =>
  problemPage({
    status: 405,
    title: 'Post a form to this address',
    text: 'A verification starts with a form posted to this address with the <code>pareq</code> from the “verification required” response. Go back to the shop and start again.',
    headers: { Allow: 'POST' },
  })
