'use client'

import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '../../../_parts/calls'
import { DialogButton, FormDialog } from '../../../_parts/form-dialog'
import { useMerchant } from '../../../_parts/merchant'
import { accountsWithCards, type Service, titleInSentence } from './service-words'

interface ChooseServiceProps {
  service: Service
  services: Service[]
}

/** A button that makes new orders use a card service, after saying what happens to stored cards. */
export const ChooseService = (props: ChooseServiceProps) => (
  <DialogButton dialog={(close) => <Confirm {...props} close={close} />}>{actOn(props.service)}</DialogButton>
)

function Confirm({ service, services, close }: ChooseServiceProps & { close: () => void }) {
  const { type } = useMerchant()
  const choose = useMutation(useTRPC().cardService.choose.mutationOptions({ onSuccess: close }))
  const title = titleInSentence(service)
  const others = services.filter(({ name, accounts }) => name !== service.name && accounts > 0)
  return (
    <FormDialog
      title={actOn(service)}
      close={close}
      act={actOn(service)}
      mutation={choose}
      submit={() => choose.mutate({ service: service.name })}
    >
      <p>
        From now on, {title} handles new orders paid with a card and cards that customers add.
        {type === 'live' && ' Real money will move. You cannot go back to simulated payments.'}
      </p>
      {others.map((other) => (
        <p key={other.name}>
          {accountsWithCards(other.accounts)} stored with {titleInSentence(other)}.{' '}
          {type === 'live' && other.isSimulated
            ? 'They are declined from now on, and customers must add a real card. These cards never moved money.'
            : `These cards cannot be moved. Subscriptions on these accounts are still charged through ${titleInSentence(other)} until the customer adds a card again.`}
        </p>
      ))}
    </FormDialog>
  )
}

const actOn = (service: Service) => `Use ${titleInSentence(service)} for new orders`
