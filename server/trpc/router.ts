import { accountRouter } from './account'
import { auditRouter } from './audit'
import { createCallerFactory, router } from './init'
import { merchantRouter } from './merchant'
import { orderRouter } from './order'
import { reportRouter } from './report'
import { settingsRouter } from './settings'
import { teamRouter } from './team'
import { userRouter } from './user'

/** Everything that the dashboard reads and does. */
export const appRouter = router({
  account: accountRouter,
  audit: auditRouter,
  merchant: merchantRouter,
  order: orderRouter,
  report: reportRouter,
  settings: settingsRouter,
  team: teamRouter,
  user: userRouter,
})
export type AppRouter = typeof appRouter

/** Calls procedures without a request. */
export const callerOf = createCallerFactory(appRouter)
