'use client'

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client'
import { createTRPCContext } from '@trpc/tanstack-react-query'
import { type ReactNode, useState } from 'react'
import { merchantHeader } from '@/server/model/merchant-header'
import type { AppRouter } from '@/server/trpc/router'
import { transformer } from '@/server/trpc/transformer'
import { atOnce, isOffline, refuseOffline } from './offline'
import { SignInAgain } from './sign-in-again'

const trpc = createTRPCContext<AppRouter>()
export const { useTRPC } = trpc

/** Provides the tRPC client and query cache for one merchant's pages. */
export function Calls({
  merchantId,
  email,
  children,
}: {
  merchantId: string
  /** The signed-in user's address. */
  email: string
  children: ReactNode
}) {
  const [out, setOut] = useState<{ isNothingDone: boolean }>()
  const [client] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        refuseOffline,
        httpBatchLink({
          url: '/api/trpc',
          transformer,
          headers: { [merchantHeader]: merchantId },
          maxItems: 10,
        }),
      ],
    }),
  )
  const [queries] = useState(() =>
    newQueryClient((isNothingDone) =>
      setOut((before) => ({ isNothingDone: isNothingDone || before?.isNothingDone === true })),
    ),
  )
  const comeBack = async () => {
    const me = await client.user.me.query().catch(() => undefined)
    if (!me) return
    // A different user has other permissions and needs a fresh page.
    if (me.email !== email) return window.location.reload()
    setOut(undefined)
    await queries.invalidateQueries()
  }
  return (
    <QueryClientProvider client={queries}>
      <trpc.TRPCProvider trpcClient={client} queryClient={queries}>
        {children}
        {out && <SignInAgain {...out} comeBack={comeBack} />}
      </trpc.TRPCProvider>
    </QueryClientProvider>
  )
}

/**
 * `signedOut` is called when the session has ended. The page stays, because it may have input worth keeping. It is known
 * that nothing was done if an action was refused, and no other one may have been done without a response.
 */
export const newQueryClient = (signedOut: (isNothingDone: boolean) => void) => {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isSignedOut(error)) signedOut(false)
      },
    }),
    mutationCache: new MutationCache({
      // A change may affect any query. Not awaited: queries wait for the network, and the outcome must be shown.
      onSuccess: (_data, _input, _result, { meta }) => {
        if (!meta?.leavesPage) void readAgain(client)
      },
      onError: (error, _input, _result, refused) => {
        if (isSignedOut(error)) signedOut(!isAnyUndecided(client, refused))
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // A refusal is final. Only requests without a response are retried.
        retry: (count, error) => count < 2 && serverErrorOf(error) === undefined,
      },
      mutations: atOnce,
    },
  })
  return client
}

const isAnyUndecided = (client: QueryClient, except: unknown): boolean =>
  client
    .getMutationCache()
    .getAll()
    .some(
      (mutation) =>
        mutation !== except &&
        isUndecided({ isPending: mutation.state.status === 'pending', error: mutation.state.error }),
    )

/** Reads again what the page shows. A first load that began before the change could miss it, and a refetch would join it. */
export async function readAgain(client: QueryClient): Promise<void> {
  await client.cancelQueries({ predicate: ({ state }) => state.data === undefined })
  await client.invalidateQueries()
}

export const isSignedOut = (error: unknown) => serverErrorOf(error)?.code === 'session.ended'

/** Returns the server's error; undefined if no response arrived. */
export function serverErrorOf(error: unknown) {
  return error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data?.details : undefined
}

/**
 * Reports whether an error is the final result of a request. If the response was lost or the outcome is unknown, the
 * operation may have been done, so it must be retried as the same attempt.
 */
export const isFinal = (error: unknown): boolean => serverErrorOf(error)?.outcome === 'nothing done'

/** Reports whether a request may have been done although its outcome is unknown: it is running, or its response was lost. */
export const isUndecided = ({ isPending, error }: { isPending: boolean; error: unknown }): boolean =>
  isPending || (Boolean(error) && !isFinal(error) && !isOffline(error))

/** Describes an error: what happened and what to do. */
export function inWords(error: unknown): string {
  if (isOffline(error)) {
    return 'You are offline. Nothing was done, and nothing will be done later. Try again when you are online.'
  }
  // The text stays on the page after the user has signed in again.
  if (isSignedOut(error)) {
    return 'You had been signed out. Sign in and try again.'
  }
  return (
    serverErrorOf(error)?.content.description ??
    'Kassa could not be reached. Check your connection and try again.'
  )
}

/**
 * Describes a failed mutation whose outcome is unknown. Undefined if the outcome is known. With an attempt ID it is safe
 * to send it again.
 */
export function undecidedInWords({ error, variables }: { error: unknown; variables?: unknown }) {
  if (!isUndecided({ isPending: false, error })) return undefined
  const failure = serverErrorOf(error)
  // Its own text says what to do.
  if (failure?.code === 'card-service.no-response') return undefined
  const happened = failure
    ? `${failure.content.description} It may still have gone through.`
    : 'No response arrived, so it may have gone through.'
  const isDoneOnce = typeof variables === 'object' && variables !== null && 'attempt' in variables
  return `${happened} ${isDoneOnce ? 'Press the button again without changing anything to see the outcome. Nothing will be done twice.' : 'Check before you try again.'}`
}
