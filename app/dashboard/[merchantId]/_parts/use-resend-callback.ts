'use client'

import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../_parts/calls'
import { useToast } from '../../_parts/toast'
import { useSinglePress } from '../../_parts/use-single-press'

/** Resends a callback, and shows `done` in a toast. */
export function useResendCallback(id: string, done = 'Resending the callback now') {
  const toast = useToast()
  const resend = useMutation(
    useTRPC().callback.resend.mutationOptions({ onSuccess: () => toast({ text: done }) }),
  )
  return { resend, press: useSinglePress(() => resend.mutate({ id })) }
}
