'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { capitalised } from '@/server/model/capitalised'
import { useTRPC } from '../../_parts/calls'
import { Section } from '../../_parts/detail'
import styles from '../../_parts/detail.module.css'
import { DialogButton, FormDialog } from '../../_parts/form-dialog'
import { useMerchant } from '../../_parts/merchant'
import { useToast } from '../../_parts/toast'
import own from './erase-data.module.css'

interface Erasure {
  subject: 'account' | 'order'
  id: string
  /** The person, in a sentence. */
  whose: ReactNode
  erased: readonly string[]
  kept: readonly string[]
  /** What is no longer possible. */
  afterwards: string
  /** Whether it was erased before, so that only what was added since is left. */
  isAgain?: boolean
  /** Where to do what has to be done first; nothing if it is the same page. */
  where?: ReactNode
}

/** Lets admins erase what is known about a person, who may ask for it by law. */
export function EraseData(erasure: Erasure) {
  const { may } = useMerchant()
  if (!may('admin')) return null
  return (
    <Section title="Personal data" className={own.noPrint}>
      <p className={styles.soft}>
        {erasure.isAgain
          ? 'Erased already. Erase again to remove what was added since.'
          : 'Use this when the customer asks you to erase what you know about them.'}
      </p>
      <DialogButton
        size="xs"
        mt={8}
        color="red"
        variant="outline"
        dialog={(close) => <Erase {...erasure} close={close} />}
      >
        Erase personal data…
      </DialogButton>
    </Section>
  )
}

function Erase({ close, ...erasure }: Erasure & { close: () => void }) {
  const { subject, id } = erasure
  const procedures = useTRPC()[subject]
  const toast = useToast()
  // Fetched each time, because the obstacles may be gone by now.
  const { data: toDo, error } = useQuery(
    procedures.erasureObstacles.queryOptions({ id }, { staleTime: 0, gcTime: 0 }),
  )
  const erase = useMutation(
    procedures.erase.mutationOptions({
      onSuccess: () => {
        close()
        toast({ text: 'Erased the personal data' })
      },
    }),
  )
  const isNeeded = !erasure.isAgain && toDo !== undefined && toDo.length > 0
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
      {isNeeded ? <Needed toDo={toDo} where={erasure.where} /> : <Consequences {...erasure} />}
    </FormDialog>
  )
}

/** What has to be done first. */
const Needed = ({ toDo, where }: { toDo: readonly string[]; where: ReactNode }) => (
  <>
    <p>The data is still needed, so it cannot be erased yet. First:</p>
    <Bullets of={toDo.map(capitalised)} />
    {where}
  </>
)

const Consequences = ({ whose, erased, kept, afterwards }: Erasure) => (
  <>
    <p>
      What Kassa knows about {whose} will be erased for good. <strong>This cannot be undone.</strong>
    </p>
    <div>
      <h3>Erased</h3>
      <Bullets of={erased} />
    </div>
    <div>
      <h3>Kept</h3>
      <Bullets of={kept} />
    </div>
    <p>{afterwards} What is erased will be missing from the evidence in a later dispute.</p>
  </>
)

const Bullets = ({ of: texts }: { of: readonly string[] }) => (
  <ul className={own.bullets}>
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
)
