'use client'

import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../../_parts/calls'
import { FormDialog } from '../../../_parts/form-dialog'
import { useToast } from '../../../_parts/toast'
import styles from './address-list.module.css'

export function RemoveAddress({ url, close }: { url: string; close: () => void }) {
  const toast = useToast()
  const remove = useMutation(
    useTRPC().callback.removeAddress.mutationOptions({
      onSuccess: () => {
        toast({ text: `Removed ${url}` })
        close()
      },
    }),
  )
  return (
    <FormDialog
      title="Remove callback address"
      close={close}
      act="Remove address"
      color="red"
      mutation={remove}
      submit={() => remove.mutate({ url })}
    >
      <p className={styles.whole}>
        <code>{url}</code> will receive no new events. Callbacks that are already waiting will still be sent.
      </p>
    </FormDialog>
  )
}
