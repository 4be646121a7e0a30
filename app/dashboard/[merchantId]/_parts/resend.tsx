'use client'

import { useMutation } from '@tanstack/react-query'
import { inWords, useTRPC } from '../../_parts/calls'
import { useToast } from '../../_parts/toast'
import { useSinglePress } from '../../_parts/use-single-press'
import styles from './annotations.module.css'
import { useResendMail } from './use-resend-mail'

/** Resends a mail. */
export function ResendMail({ id }: { id: string }) {
  const toast = useToast()
  const { resend, press } = useResendMail(id, (to) => toast({ text: `Resent to ${to}` }))
  return <Resend what="mail" mutation={resend} press={press} />
}

/** Resends a callback. */
export function ResendCallback({ id }: { id: string }) {
  const toast = useToast()
  const resend = useMutation(
    useTRPC().callback.replay.mutationOptions({
      onSuccess: () => toast({ text: 'Resending the callback now' }),
    }),
  )
  const press = useSinglePress(() => resend.mutate({ id }))
  return <Resend what="callback" mutation={resend} press={press} />
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
