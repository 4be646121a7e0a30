'use client'

import { inWords } from '../../_parts/calls'
import { useToast } from '../../_parts/toast'
import styles from './annotations.module.css'
import { useResendCallback } from './use-resend-callback'
import { useResendMail } from './use-resend-mail'

/** Resends a mail. `name`: "Receipt to jane@example.com", for the button's label. */
export function ResendMail({ id, name }: { id: string; name: string }) {
  const toast = useToast()
  const { resend, press } = useResendMail(id, (to) => toast({ text: `Resent to ${to}` }))
  return <Resend what={`mail: ${name}`} mutation={resend} press={press} />
}

/** Resends a callback. `name`: "order.charged to shop.example". */
export function ResendCallback({ id, name }: { id: string; name: string }) {
  const { resend, press } = useResendCallback(id)
  return <Resend what={`callback: ${name}`} mutation={resend} press={press} />
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
