'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { counted } from '@/server/model/counted'
import { useTRPC } from '../../../_parts/calls'
import { DialogButton, FormDialog } from '../../../_parts/form-dialog'
import { useMerchant } from '../../../_parts/merchant'
import { Message } from '../../../_parts/query-state'

/** Mail that was stored while no mail service was configured, and a button to send it. */
export function StoredMail() {
  const { may, sendsMail } = useMerchant()
  const { data: count = 0 } = useQuery(useTRPC().mail.captured.queryOptions())
  if (!sendsMail || count === 0) return null
  const mails = counted(count, 'e-mail')
  return (
    <Message title={`${mails} not sent`}>
      <p>Stored while no mail service was configured. Login links are left out: they have expired.</p>
      {may('admin') && (
        <DialogButton dialog={(close) => <SendAll mails={mails} close={close} />}>Send {mails}</DialogButton>
      )}
    </Message>
  )
}

function SendAll({ mails, close }: { mails: string; close: () => void }) {
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
    </FormDialog>
  )
}
