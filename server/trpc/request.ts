import { listRequests, RequestListQuery, readRequest } from '../request-log/list-requests'
import { reasonOf } from '../request-log/reason-of'
import { notLogged } from '../request-log/usage'
import { as, reading, router } from './init'
import { Named } from './named'

const pageLength = 50

/** API requests and their responses. Viewers do not see the bodies. */
export const requestRouter = router({
  list: reading('support')
    .input(RequestListQuery)
    .query(({ ctx: { context }, input }) => listRequests(context, { ...input, limit: pageLength })),

  notLogged: as('support').query(({ ctx: { context } }) => notLogged(context, new Date())),

  get: as('support')
    .input(Named)
    .query(async ({ ctx: { context }, input }) => {
      const request = await readRequest(context, input.id)
      return { ...request, reason: request.status < 400 ? undefined : reasonOf(request.responseBody) }
    }),
})
