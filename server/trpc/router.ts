import { accountRouter } from './account'
import { metadataRouter, noteRouter, tagRouter } from './annotation'
import { attemptRouter } from './attempt'
import { auditRouter } from './audit'
import { bookkeepingRouter } from './bookkeeping'
import { callbackRouter } from './callback'
import { cardServiceRouter } from './card-service'
import { documentRouter } from './document'
import { eventRouter } from './event'
import { createCallerFactory, router } from './init'
import { keyRouter } from './key'
import { mailRouter } from './mail'
import { merchantRouter } from './merchant'
import { notificationRouter } from './notification'
import { orderRouter } from './order'
import { payoutRouter } from './payout'
import { preferenceRouter } from './preference'
import { reconciliationRouter } from './reconciliation'
import { reportRouter } from './report'
import { requestRouter } from './request'
import { searchRouter } from './search'
import { settingsRouter } from './settings'
import { subscriptionRouter } from './subscription'
import { teamRouter } from './team'
import { userRouter } from './user'
import { viewRouter } from './view'

const nouns = {
  account: accountRouter,
  attempt: attemptRouter,
  bookkeeping: bookkeepingRouter,
  callback: callbackRouter,
  cardService: cardServiceRouter,
  document: documentRouter,
  event: eventRouter,
  key: keyRouter,
  mail: mailRouter,
  merchant: merchantRouter,
  metadata: metadataRouter,
  note: noteRouter,
  notification: notificationRouter,
  order: orderRouter,
  payout: payoutRouter,
  preference: preferenceRouter,
  reconciliation: reconciliationRouter,
  report: reportRouter,
  request: requestRouter,
  search: searchRouter,
  subscription: subscriptionRouter,
  settings: settingsRouter,
  tag: tagRouter,
  team: teamRouter,
  user: userRouter,
  view: viewRouter,
}

/** All procedures of the dashboard. */
export const appRouter = router({ ...nouns, audit: auditRouter(router(nouns)._def.procedures) })
export type AppRouter = typeof appRouter

/** Calls procedures without an HTTP request. */
export const callerOf = createCallerFactory(appRouter)
