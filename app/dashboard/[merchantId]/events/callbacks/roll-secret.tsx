'use client'

import { NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '../../../_parts/calls'
import { ShownOnce } from '../../../_parts/copied'
import detail from '../../../_parts/detail.module.css'
import { DialogButton, FormDialog } from '../../../_parts/form-dialog'
import { useMerchant } from '../../../_parts/merchant'

/** Creates a new signing secret, which is shown once. */
export const RollSecret = () => (
  <DialogButton mt={12} asked="roll-secret" dialog={(close) => <Roll close={close} />}>
    Roll secret
  </DialogButton>
)

function Roll({ close }: { close: () => void }) {
  const { when } = useMerchant()
  const [overlap, setOverlap] = useState('24')
  const roll = useMutation(useTRPC().callback.rollSecret.mutationOptions())
  return (
    <FormDialog
      title={roll.data ? 'Your new signing secret' : 'Roll signing secret'}
      close={close}
      act="Create new secret"
      mutation={roll}
      submit={() => roll.mutate({ overlap: Number(overlap) })}
      result={
        roll.data && (
          <>
            <p>
              Copy the secret now and add it to your receiver. You will not be able to see it again. The
              previous secret also signs callbacks until {when(roll.data.oldUntil)}.
            </p>
            <ShownOnce text={roll.data.secret} name="the secret" close={close} />
          </>
        )
      }
    >
      <NativeSelect
        label="The current secret also signs for"
        value={overlap}
        onChange={(event) => setOverlap(event.currentTarget.value)}
        data={[
          { value: '0', label: 'Expires now' },
          { value: '1', label: '1 hour' },
          { value: '24', label: '24 hours' },
          { value: '168', label: '7 days' },
        ]}
      />
      <p className={detail.about}>
        {overlap === '0'
          ? 'Callbacks will be signed with the new secret only. Receivers that still use the old one will reject them.'
          : 'Until then, each callback carries a signature from each secret, so that your receiver can switch at any time.'}
      </p>
    </FormDialog>
  )
}
