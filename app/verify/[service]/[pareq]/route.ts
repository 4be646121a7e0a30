import { leaveBank } from '@/server/card/visit-bank'
import { isReference } from '@/server/core/id'
import { nonceHeader } from '@/server/http/policy'
import { runtime } from '@/server/runtime'
import { escaped, htmlPage } from '../../../_parts/html-page'
import { unknownVerification } from '../../_parts/problems'

const titles = new Map([
  ['succeeded', 'Approved'],
  ['failed', 'Not approved'],
])

/**
 * The bank sends the payer's browser here, and this page sends it on to the merchant. The result it shows is only for
 * display: the repeated request asks for the bank's decision.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ service: string; pareq: string }> },
): Promise<Response> {
  const { service, pareq } = await params
  const back = isReference(pareq) ? await leaveBank(runtime().db, { service, pareq }) : undefined
  if (!back) return unknownVerification()
  const result = new URL(request.url).searchParams.get('redirect_status')
  // Not every way back says how it ended. The repeated request finds out; without it, the money would stay reserved.
  const status = result === 'failed' ? 'rejected' : 'approved'
  const nonce = escaped(request.headers.get(nonceHeader) ?? '')
  const { termUrl, merchantData } = back
  const title = titles.get(result ?? '') ?? 'Back to the shop'
  if (termUrl === undefined) return htmlPage({ title, content: messageFor(status, nonce) })
  const data =
    merchantData === undefined ? '' : `<input type="hidden" name="MD" value="${escaped(merchantData)}">`
  return htmlPage({
    title,
    content: `<form method="post" action="${escaped(termUrl)}">
<input type="hidden" name="PaRes" value="${status}">${data}
<button type="submit">Continue</button>
</form>
<script nonce="${nonce}">document.forms[0].submit()</script>`,
  })
}

/** Notifies the window that opened or embeds this one. Any origin may listen, because the server does not trust it. */
const messageFor = (status: string, nonce: string) => `<p>You can close this window.</p>
<script nonce="${nonce}">
const message = { type: 'kassa.3ds', status: '${status}' }
if (window.opener) window.opener.postMessage(message, '*')
if (window.parent !== window) window.parent.postMessage(message, '*')
</script>`
