import { Health, readHealth } from '@/server/http/health'
import { openEndpoint } from '@/server/rest/handle'
import { ok } from '@/server/rest/responses'

export const GET = openEndpoint(
  {
    method: 'GET',
    path: '/health',
    id: 'getHealth',
    tag: 'Service',
    summary: 'Check whether the service is ready',
    keys: [],
    responses: ok(Health, 'Ready'),
    errors: ['service unavailable'],
  },
  async () => ({ body: await readHealth() }),
)
