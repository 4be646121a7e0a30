import { Health, readHealth } from '@/server/http/health'
import { ok } from '@/server/rest/answers'
import { openEndpoint } from '@/server/rest/handle'

export const GET = openEndpoint(
  {
    method: 'GET',
    path: '/health',
    id: 'getHealth',
    tag: 'Service',
    summary: 'Check whether the service is ready',
    keys: [],
    answers: ok(Health, 'Ready'),
    errors: ['service unavailable'],
  },
  async () => ({ body: await readHealth() }),
)
