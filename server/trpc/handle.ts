import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { requestIdOf } from '../http/respond'
import { merchantHeader } from '../model/merchant-header'
import { runtime } from '../runtime'
import type { UserSession } from '../user/session'
import { checkInput, maxBatch } from './check-input'
import { appRouter } from './router'

/** Handles the dashboard calls of one request, from the browser with that session. */
export async function handleCalls(
  request: Request,
  findSession: () => Promise<UserSession | undefined>,
): Promise<Response> {
  const requestId = requestIdOf(request)
  const checked = await checkInput(request, requestId)
  if (checked instanceof Response) return checked
  const browser = { headers: request.headers, cookies: [] as string[] }
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req: checked,
    router: appRouter,
    maxBatchSize: maxBatch,
    createContext: async () => ({
      runtime: runtime(),
      browser,
      session: await findSession(),
      merchantId: request.headers.get(merchantHeader) ?? undefined,
      requestId,
    }),
    responseMeta: () => ({
      headers: new Headers([
        ['Cache-Control', 'no-store'],
        ...browser.cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]),
      ]),
    }),
  })
}
