'use client'

import { NumberInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../../_parts/calls'
import { fieldErrorOf } from '../../../_parts/flaws'
import { DialogButton, FormDialog } from '../../../_parts/form-dialog'
import type { Service } from './service-words'

interface ChangePaceProps {
  service: string
  pace: NonNullable<NonNullable<Service['connection']>['pace']>
}

/** A button that changes how many requests are sent to the merchant's account. */
export const ChangePace = (props: ChangePaceProps) => (
  <DialogButton dialog={(close) => <Dialog {...props} close={close} />}>Change limits</DialogButton>
)

function Dialog({ service, pace, close }: ChangePaceProps & { close: () => void }) {
  const change = useMutation(useTRPC().cardService.changePace.mutationOptions({ onSuccess: close }))
  const wrong = fieldErrorOf(change.error)
  const fields = ['total', 'endpoint'] as const
  const labels = { total: 'In total', endpoint: 'To one endpoint' }
  return (
    <FormDialog
      title="Requests per second"
      close={close}
      act="Change limits"
      mutation={change}
      fields={fields.map((name) => `pace.${name}`)}
      submit={(text) => {
        const typed = { total: Number(text('total')), endpoint: Number(text('endpoint')) }
        change.mutate({ service, pace: text('total') || text('endpoint') ? typed : null })
      }}
    >
      <p>
        Kassa stays a little below these limits. Enter those that the card service has given your account, or
        leave both fields empty for its defaults.
      </p>
      {fields.map((name) => (
        <NumberInput
          key={name}
          name={name}
          label={labels[name]}
          defaultValue={pace[name]}
          error={wrong(`pace.${name}`)}
          allowDecimal={false}
          hideControls
        />
      ))}
    </FormDialog>
  )
}
