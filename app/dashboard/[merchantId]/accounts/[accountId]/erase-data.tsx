'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { capitalised } from '@/server/model/capitalised'
import { useTRPC } from '../../../_parts/calls'
import { Section } from '../../../_parts/detail'
import styles from '../../../_parts/detail.module.css'
import { DialogButton, FormDialog } from '../../../_parts/form-dialog'
import { useMerchant } from '../../../_parts/merchant'
import { useToast } from '../../../_parts/toast'
import own from '../_parts/accounts.module.css'

/** Lets admins erase what is known about the customer, who may ask for it by law. */
export function EraseData({ id, name }: { id: string; name: string }) {
  const { may } = useMerchant()
  if (!may('admin')) return null
  return (
    <Section title="Personal data" className={own.noPrint}>
      <p className={styles.soft}>Use this when the customer asks you to erase what you know about them.</p>
      <DialogButton
        size="xs"
        mt={8}
        color="red"
        variant="outline"
        dialog={(close) => <Erase id={id} name={name} close={close} />}
      >
        Erase personal data…
      </DialogButton>
    </Section>
  )
}

function Erase({ id, name, close }: { id: string; name: string; close: () => void }) {
  const trpc = useTRPC()
  const toast = useToast()
  // What is in the way is asked anew each time: it may be gone since.
  const { data: toDo, error } = useQuery(
    trpc.account.erasureObstacles.queryOptions({ id }, { staleTime: 0, gcTime: 0 }),
  )
  const erase = useMutation(
    trpc.account.erase.mutationOptions({
      onSuccess: () => {
        close()
        toast({ text: 'Erased the personal data' })
      },
    }),
  )
  const isNeeded = toDo !== undefined && toDo.length > 0
  return (
    <FormDialog
      title="Erase personal data"
      close={close}
      act={isNeeded ? undefined : 'Erase personal data'}
      color="red"
      disabled={toDo === undefined}
      mutation={erase}
      error={error ?? erase.error}
      submit={() => erase.mutate({ id })}
    >
      {isNeeded ? <Needed id={id} toDo={toDo} /> : <Consequences name={name} />}
    </FormDialog>
  )
}

/** What has to be done first. */
function Needed({ id, toDo }: { id: string; toDo: readonly string[] }) {
  const { base } = useMerchant()
  return (
    <>
      <p>The data is still needed, so it cannot be erased yet. First:</p>
      <Bullets of={toDo.map(capitalised)} />
      <Link href={`${base}/orders?account=${id}`}>All orders of this account</Link>
    </>
  )
}

const erased = [
  'Name, address, e-mail address, phone, identity number, VAT number, customer ID, chosen language',
  'Cards, including at the card service, and declined cards',
  'Mail, including mail waiting to be sent; login and payment links',
  'IP addresses and browsers',
  'Notes, tags and metadata, including those of orders, subscriptions and callbacks',
  'Saved views that search for the customer',
  'Details in the audit log, which still shows who did what, and when',
]

const kept = [
  'Orders and payments with the last digits of their card, receipts, invoices, credit notes and the journal. Bookkeeping laws require you to keep them for years. Documents name their buyer and never change.',
  'The account with its ID and numbers, which your books may refer to.',
  'The request log, for 7 days. Then it is deleted automatically.',
]

const Consequences = ({ name }: { name: string }) => (
  <>
    <p>
      What Kassa knows about <bdi>{name}</bdi> will be erased for good.{' '}
      <strong>This cannot be undone.</strong>
    </p>
    <div>
      <h3>Erased</h3>
      <Bullets of={erased} />
    </div>
    <div>
      <h3>Kept</h3>
      <Bullets of={kept} />
    </div>
    <p>
      Afterwards nobody can sign in to the account, nothing can be added to it, and it can never be charged
      again. What is erased will be missing from the evidence in a later dispute.
    </p>
  </>
)

const Bullets = ({ of: texts }: { of: readonly string[] }) => (
  <ul className={own.bullets}>
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
)
