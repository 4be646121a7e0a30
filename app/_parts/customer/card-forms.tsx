import type { Merchant } from '@/db/schema'
import { runtime } from '@/server/runtime'
import forms from '../forms.module.css'
import { CardForm } from './card-form'
import type { CardProblemText } from './card-problem'
import { merchantName } from './frame'
import { ServiceCardForm } from './service-card-form'
import type { Words } from './words'

interface CardFormProps {
  words: Words
  /** The URL that the form is posted to. */
  action: string
  /** What the form was shown for, on the account pages. */
  hidden?: Readonly<Record<string, string>>
  /** What was wrong with the last attempt. */
  problem: CardProblemText | undefined
  button: string
}

/** Kassa's own fields for a card, for the simulated acquirer. */
export const OwnCardForm = ({ words: { say }, action, hidden, problem, button }: CardFormProps) => (
  <CardForm
    action={action}
    hidden={hidden}
    problem={problem}
    texts={{
      number: say('new.number'),
      expires: say('new.expires'),
      csc: say('new.csc'),
      cscHelp: say('new.cscHelp'),
      button,
      busy: say('new.busy'),
      offline: say('frame.offline'),
      interrupted: say('frame.interrupted'),
      badNumber: say('new.badNumber'),
      badExpires: say('new.badExpires'),
      badCsc: say('new.badCsc'),
      test: say('new.test'),
    }}
  />
)

/** The fields of the merchant's card service, or a message if the service has none for this merchant. */
export async function FieldsCardForm({
  merchant,
  words: { say, language },
  action,
  hidden,
  problem,
  button,
}: CardFormProps & { merchant: Merchant }) {
  const { id: merchantId, cardService: service } = merchant
  const fields = await runtime().cards.named(service).fields?.of({ merchantId })
  if (!fields) {
    return (
      <p role="alert" className={forms.alert}>
        {say('new.elsewhere', { shop: merchantName(merchant) })}
      </p>
    )
  }
  return (
    <ServiceCardForm
      action={action}
      hidden={hidden}
      of={{ service, script: fields.script, publishableKey: fields.key, language }}
      problem={problem?.text}
      texts={{
        card: say('new.card'),
        loading: say('new.loading'),
        notLoaded: say('new.notLoaded'),
        tryAgain: say('new.tryAgain'),
        noScript: say('new.noScript'),
        noResponse: say('new.failed'),
        unknown: say('frame.interrupted'),
        offline: say('frame.offline'),
        button,
        busy: say('new.busy'),
      }}
    />
  )
}
