import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '@/server/trpc/router'

/** Nothing was sent because the browser has no network. */
export class OfflineError extends Error {
  override name = 'OfflineError'
}

/** Whether an error means that the browser was offline, so that nothing was sent. */
export const isOffline = (error: unknown): boolean =>
  error instanceof OfflineError || (error instanceof TRPCClientError && error.cause instanceof OfflineError)

/**
 * Refuses to change anything while the browser is offline. Whoever pressed a button and sees nothing happen gives up,
 * so a request must never be kept and sent when the network is back.
 */
export const refuseOffline: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    op.type === 'mutation' && !navigator.onLine
      ? observable((observer) => observer.error(TRPCClientError.from(new OfflineError())))
      : next(op)

/** How TanStack Query runs mutations: at once, or not at all. By default it pauses them while the browser is offline. */
export const atOnce = { retry: false, networkMode: 'always' } as const
