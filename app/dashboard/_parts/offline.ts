import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '@/server/trpc/router'

/** Nothing was sent because the browser has no network. */
export class OfflineError extends Error {
  override name = 'OfflineError'
}

/** Reports whether an error means that the browser was offline and nothing was sent. */
export const isOffline = (error: unknown): boolean =>
  error instanceof OfflineError || (error instanceof TRPCClientError && error.cause instanceof OfflineError)

/**
 * Rejects mutations while the browser is offline. A user who presses a button and sees nothing happen gives up, so a
 * request must never be queued and sent when the network is back.
 */
export const refuseOffline: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    op.type === 'mutation' && !navigator.onLine
      ? observable((observer) => observer.error(TRPCClientError.from(new OfflineError())))
      : next(op)

/** Makes TanStack Query run mutations immediately or not at all. By default it pauses them while offline. */
export const atOnce = { retry: false, networkMode: 'always' } as const
