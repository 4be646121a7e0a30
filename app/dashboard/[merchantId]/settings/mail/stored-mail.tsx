'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { counted } from '@/server/model/counted'
import { useTRPC } from '../../../_parts/calls'
import { DialogButton, FormDialog } from '../../../_parts/form-dialog'
import { useMerchant } from '../../../_parts/merchant'
import { Message } from '../../../_parts/query-state'

/** Mail that was stored while no mail service was configured, and a button to send it. */
export function StoredMail() {
  const { may, number, sendsMail } = useMerchant()
  const { data } = useQuery(useTRPC().mail.captured.queryOptions(undefined, { enabled: sendsMail }))
  if (!sendsMail || !data || data.count === 0) return null
  const { isMore } = data
  const mails = counted(data.count, 'e-mail', 'e-mails', number)
  return (
    <Message title={`${isMore ? 'More than ' : ''}${mails} not sent`}>
      <p>
        Stored while no mail service was configured. Login links are left out because they have expired, and
        notices of failed payments that have since been made or cancelled.
      </p>
      {may('admin') && (
        <DialogButton dialog={(close) => <SendStored mails={mails} isMore={isMore} close={close} />}>
          Send {mails}
        </DialogButton>
      )}
    </Message>
  )
}

interface SendStoredProps {
  mails: string
  isMore: boolean
  close: () => void
}

function SendStored({ mails, isMore, close }: SendStoredProps) {
  const send = useMutation(useTRPC().mail.sendCaptured.mutationOptions({ onSuccess: close }))
  return (
    <FormDialog
      title="Send stored mail"
      close={close}
      act={`Send ${mails}`}
      mutation={send}
      submit={() => send.mutate()}
    >
      <p>Customers get {mails} now, each as it was written, with its original dates.</p>
      {isMore && <p>These are the oldest. Send the others afterwards.</p>}
    </FormDialog>
  )
}
