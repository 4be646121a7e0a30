'use client'

import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { inWords, useTRPC } from '../../../_parts/calls'
import { Copied } from '../../../_parts/copied'
import styles from '../../../_parts/detail.module.css'
import { Dialog } from '../../../_parts/dialog'
import { useMerchant } from '../../../_parts/merchant'
import { newAttempt } from '../../../_parts/new-attempt'

/** Mails the customer a way into the account page, and shows it for copying. */
export function SendLink({ id, email }: { id: string; email: string }) {
  const trpc = useTRPC()
  const { when } = useMerchant()
  // One for each opening: a press that is repeated after the network failed sends no second mail.
  const [attempt, setAttempt] = useState<string>()
  const send = useMutation(trpc.account.sendLink.mutationOptions())
  const close = () => {
    setAttempt(undefined)
    send.reset()
  }
  return (
    <>
      <Button variant="default" onClick={() => setAttempt(newAttempt())}>
        Send login link
      </Button>
      <Dialog opened={attempt !== undefined} close={close} title="Send login link">
        <div className={styles.confirm}>
          {send.data ? (
            <>
              <p role="status">
                The link is on its way to {send.data.contact}. It works once, until {when(send.data.expires)}.
              </p>
              <p>Whoever opens it acts for the customer: give it to nobody else.</p>
              <Copied text={send.data.url} name="the login link" />
            </>
          ) : (
            <p>
              {email} gets a mail with a link that opens the account page, once, for 3 days. You see the link
              too.
            </p>
          )}
          {send.error && (
            <p role="alert" className={styles.problem}>
              {inWords(send.error)}
            </p>
          )}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              Close
            </Button>
            {!send.data && (
              <Button loading={send.isPending} onClick={() => attempt && send.mutate({ id, attempt })}>
                Send to {email}
              </Button>
            )}
          </Group>
        </div>
      </Dialog>
    </>
  )
}
