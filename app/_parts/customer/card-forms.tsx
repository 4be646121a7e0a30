import { CardForm } from './card-form'
import type { CardProblemText } from './card-problem'
import { ServiceCardForm } from './service-card-form'
import type { FieldsOfService } from './service-fields'
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

/** The fields of a card service. */
export const FieldsCardForm = ({
  words: { say, language },
  action,
  hidden,
  problem,
  button,
  fields,
}: CardFormProps & { fields: Omit<FieldsOfService, 'language'> }) => (
  <ServiceCardForm
    action={action}
    hidden={hidden}
    of={{ ...fields, language }}
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
