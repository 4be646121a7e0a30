'use client'

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client'
import { createTRPCContext } from '@trpc/tanstack-react-query'
import { type ReactNode, useState } from 'react'
import type { AppRouter } from '@/server/trpc/router'
import { transformer } from '@/server/trpc/transformer'
import { signInAgain } from './leave'
import { atOnce, isOffline, refuseOffline } from './offline'
import { SignInAgain } from './sign-in-again'

const trpc = createTRPCContext<AppRouter>()
export const { useTRPC } = trpc

/** Calls of all pages of one merchant. */
export function Calls({
  merchantId,
  email,
  children,
}: {
  merchantId: string
  /** Who has signed in. */
  email: string
  children: ReactNode
}) {
  const [isOut, setOut] = useState(false)
  const [client] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        refuseOffline,
        httpBatchLink({
          url: '/api/trpc',
          transformer,
          headers: { 'x-kassa-merchant': merchantId },
          maxItems: 10,
        }),
      ],
    }),
  )
  const [queries] = useState(() => newQueryClient(() => setOut(true)))
  const comeBack = async () => {
    const me = await client.user.me.query().catch(() => undefined)
    if (!me) return
    // Somebody else's page, with what they may do, is another page.
    if (me.email !== email) return window.location.reload()
    setOut(false)
    await queries.invalidateQueries()
  }
  return (
    <QueryClientProvider client={queries}>
      <trpc.TRPCProvider trpcClient={client} queryClient={queries}>
        {children}
        {isOut && <SignInAgain comeBack={comeBack} />}
      </trpc.TRPCProvider>
    </QueryClientProvider>
  )
}

/** `signedOut`: told when something on the page is worth coming back to; what shows nothing yet leads to signing in. */
const newQueryClient = (signedOut: () => void) =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { state }) => {
        if (isSignedOut(error)) state.data === undefined ? signInAgain() : signedOut()
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isSignedOut(error)) signedOut()
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // What was refused is refused again; only what did not come through is worth another try.
        retry: (count, error) => count < 2 && toldOf(error) === undefined,
      },
      mutations: atOnce,
    },
  })

const isSignedOut = (error: unknown) => toldOf(error)?.code === 'session.ended'

/** What Kassa says of an error; undefined when no answer came through. */
export function toldOf(error: unknown) {
  return error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data?.told : undefined
}

/**
 * Whether an error is Kassa's last word on what was sent. When the answer was lost, or nobody knows it yet, it may have
 * been done: it is sent again as the same attempt, and not as another.
 */
export const isFinal = (error: unknown): boolean => toldOf(error)?.outcome === 'nothing done'

/** Whether what was sent may have been done although no outcome is known: it is still running, or its response was lost. */
export const isUndecided = ({ isPending, error }: { isPending: boolean; error: unknown }): boolean =>
  isPending || (Boolean(error) && !isFinal(error) && !isOffline(error))

/** An error in words: what happened and what to do. */
export function inWords(error: unknown): string {
  if (isOffline(error)) {
    return 'You are offline. Nothing was done now, and nothing will be done later. Try again when you are online.'
  }
  return (
    toldOf(error)?.content.description ?? 'Kassa could not be reached. Check your connection and try again.'
  )
}
