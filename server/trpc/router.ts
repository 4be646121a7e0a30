import { accountRouter } from './account'
import { createCallerFactory, router } from './init'
import { merchantRouter } from './merchant'
import { orderRouter } from './order'
import { reportRouter } from './report'
import { teamRouter } from './team'
import { userRouter } from './user'

/** Everything that the dashboard reads and does. */
export const appRouter = router({
  account: accountRouter,
  merchant: merchantRouter,
  order: orderRouter,
  report: reportRouter,
  team: teamRouter,
  user: userRouter,
})
export type AppRouter = typeof appRouter

/** Calls procedures without a request. */
export const callerOf = createCallerFactory(appRouter)
