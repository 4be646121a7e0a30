'use client'

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { inWords, useTRPC } from '../../_parts/calls'
import { useMerchant } from '../../_parts/merchant'
import parts from '../../_parts/parts.module.css'
import { useAttempt } from '../../_parts/use-attempt'

/** Mails the customer that a payment failed, with a login link to their account page, where they can add another card. */
export function AskForCard({ accountId, size = 'sm' }: { accountId: string; size?: 'sm' | 'compact-sm' }) {
  const { sendsMail } = useMerchant()
  const { attempt, again, end } = useAttempt()
  const send = useMutation(useTRPC().account.sendLink.mutationOptions({ onSuccess: end, onError: again }))
  if (send.data) {
    const { contact } = send.data
    return (
      <span role="status">
        {sendsMail
          ? `We have asked ${contact} for a new card.`
          : `The e-mail to ${contact} is stored, because no mail service is configured.`}
      </span>
    )
  }
  return (
    <span>
      <Button
        size={size}
        variant="default"
        loading={send.isPending}
        onClick={() => send.mutate({ id: accountId, attempt: attempt(accountId), asks: 'card' })}
      >
        Ask for a new card
      </Button>
      {send.error && (
        <span role="alert" className={parts.problem}>
          {' '}
          {inWords(send.error)}
        </span>
      )}
    </span>
  )
}
