'use client'

import { useMutation } from '@tanstack/react-query'
import { inWords, useTRPC } from '../../_parts/calls'
import { useToast } from '../../_parts/toast'
import styles from './annotations.module.css'

/** Resends a mail. */
export function ResendMail({ id }: { id: string }) {
  const toast = useToast()
  const resend = useMutation(
    useTRPC().mail.resend.mutationOptions({ onSuccess: (to) => toast({ text: `Resent to ${to}` }) }),
  )
  return <Resend what="mail" mutation={resend} press={() => resend.mutate({ id })} />
}

/** Resends a callback. */
export function ResendCallback({ id }: { id: string }) {
  const toast = useToast()
  const resend = useMutation(
    useTRPC().callback.replay.mutationOptions({
      onSuccess: () => toast({ text: 'Resending the callback now' }),
    }),
  )
  return <Resend what="callback" mutation={resend} press={() => resend.mutate({ id })} />
}

const Resend = ({
  what,
  mutation: { isPending, error },
  press,
}: {
  what: string
  mutation: { isPending: boolean; error: unknown }
  press: () => void
}) => (
  <>
    <button type="button" className={styles.quiet} disabled={isPending} onClick={press}>
      Resend<span className="visually-hidden"> {what}</span>
    </button>
    {error !== null && <span role="alert">{inWords(error)}</span>}
  </>
)
