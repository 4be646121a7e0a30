import { accountRouter } from './account'
import { createCallerFactory, router } from './init'
import { merchantRouter } from './merchant'
import { orderRouter } from './order'
import { reportRouter } from './report'
import { userRouter } from './user'
import { viewRouter } from './view'

/** Everything that the dashboard reads and does. */
export const appRouter = router({
  account: accountRouter,
  merchant: merchantRouter,
  order: orderRouter,
  report: reportRouter,
  user: userRouter,
  view: viewRouter,
})
export type AppRouter = typeof appRouter

/** Calls procedures without a request. */
export const callerOf = createCallerFactory(appRouter)
