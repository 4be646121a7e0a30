'use client'

import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../_parts/calls'
import { useAttempt } from '../../_parts/use-attempt'
import { useSinglePress } from '../../_parts/use-single-press'

/** Resends a mail: once for each press, even if its response is lost. `done` gets the address. */
export function useResendMail(id: string, done?: (to: string) => void) {
  const { attempt, again, end } = useAttempt()
  const resend = useMutation(
    useTRPC().mail.resend.mutationOptions({
      onError: again,
      onSuccess: (to) => {
        end()
        done?.(to)
      },
    }),
  )
  return { resend, press: useSinglePress(() => resend.mutate({ id, attempt: attempt() })) }
}
