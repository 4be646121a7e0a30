import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { isOurs } from '@/app/account/_parts/ours'
import { requestIdOf } from '@/server/rest/respond'
import { runtime } from '@/server/runtime'
import { merchantHeader } from '@/server/trpc/context'
import { appRouter } from '@/server/trpc/router'
import { browserSession } from '@/server/user/auth'

/** Another site cannot read what is answered here; nor may it have anything done by sending a form. */
const handle = (request: Request) => {
  if (request.method !== 'GET' && !isOurs(request)) return refused()
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    maxBatchSize: 20,
    createContext: async () => ({
      runtime: runtime(),
      session: await browserSession(),
      merchantId: request.headers.get(merchantHeader) ?? undefined,
      requestId: requestIdOf(request),
    }),
    responseMeta: () => ({ headers: { 'Cache-Control': 'no-store' } }),
  })
}

const refused = () =>
  new Response('This was sent by another site, so nothing was done.\n', {
    status: 403,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })

export { handle as GET, handle as POST }
