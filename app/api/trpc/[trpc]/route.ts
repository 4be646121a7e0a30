import { browserSession } from '@/server/http/auth'
import { isSameOrigin } from '@/server/http/same-origin'
import { handleCalls } from '@/server/trpc/handle'

/** Other sites can neither read these responses nor cause changes by submitting a form. */
const handle = (request: Request) =>
  request.method !== 'GET' && !isSameOrigin(request) ? refused() : handleCalls(request, browserSession)

const refused = () =>
  new Response('This was sent by another site, so nothing was done.\n', {
    status: 403,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })

export { handle as GET, handle as POST }
