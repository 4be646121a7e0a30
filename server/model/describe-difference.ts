import type { DifferenceDetails, DifferenceKind } from './difference'
import type { Money } from './money/money'
import { nounOf, participleOf } from './order/event-words'

/** A difference in words: what it is, and what to do about it. */
export interface DescribedDifference {
  what: string
  next: string
}

interface Described {
  kind: DifferenceKind
  details: DifferenceDetails
  /** Whether it can be recorded as events. */
  adoptable: boolean
}

const adopt = 'Adopt it to record it on the order.'

/** Describes a difference to people who handle payments. `written` formats the amounts in it. */
export function describeDifference(
  { kind, details, adoptable }: Described,
  written: (money: Money) => string,
): DescribedDifference {
  const { event, currency = '' } = details
  const money = (amount: string | undefined) =>
    amount === undefined || currency === '' ? '' : written({ amount: BigInt(amount), currency })
  const [here, there] = [money(details.here), money(details.there)]
  const [noun, was] = [nounOf[event ?? 'charge'], participleOf[event ?? 'charge']]
  const amounts = [here && `${here} in Kassa`, there && `${there} at the card service`]
    .filter(Boolean)
    .join(', ')
  const byHand = 'It cannot be adopted. Compare the order with the card service, and correct it there.'
  const next = adoptable ? adopt : byHand
  switch (kind) {
    case 'missing here':
      return {
        what: `The card service has a payment of ${there} that Kassa began, but Kassa has no order for it.`,
        next: adoptable
          ? 'Adopt it to create the order.'
          : 'Refund or cancel the payment at the card service, or keep it and record it elsewhere.',
      }
    case 'missing there':
      return {
        what: `The card service does not have the payment of this order of ${here}.`,
        next: adoptable
          ? 'Adopt it to cancel the order, because no money was received.'
          : 'Check that Kassa uses the right account at the card service.',
      }
    case 'foreign':
      return {
        what: `The card service has a payment of ${there} that Kassa did not begin.`,
        next: 'If another system uses the same account, there is nothing to do. Otherwise find out who created it.',
      }
    case 'duplicate':
      return {
        what: `The card service has another payment of ${there} for this order.`,
        next: 'Refund or cancel the second payment at the card service.',
      }
    case 'label':
      return {
        what: 'At the card service, the payment of this order names a different order or none.',
        next: 'If the order is right, there is nothing to do. Otherwise find out who changed the metadata of the payment at the card service.',
      }
    case 'amount':
      return {
        what: `Kassa has ${here}${event ? ` ${was}` : ''}, and the card service has ${there}.`,
        next,
      }
    case 'currency':
      return { what: `The order is in ${currency}, and its payment is in another currency.`, next }
    case 'state':
      if (details.pendingSince !== undefined)
        return {
          what: `The outcome of ${event ? `a ${noun}` : 'a payment'} of ${here} is not known, although it was requested on ${details.pendingSince.slice(0, 10)}.`,
          next: 'Kassa goes on looking it up. Look for it at the card service too, and check that Kassa can still reach the account there.',
        }
      return {
        what: `The outcome of the ${noun} at the card service is different from the one in Kassa.`,
        next,
      }
    case 'charge missing here':
    case 'refund missing here':
    case 'cancel missing here':
      return { what: `The card service has a ${noun} that Kassa does not have: ${amounts}.`, next }
    case 'charge missing there':
    case 'refund missing there':
    case 'cancel missing there':
      return {
        what: `Kassa has a ${noun} that the card service does not have: ${amounts}.`,
        next: adoptable ? 'Adopt it to reverse it on the order.' : byHand,
      }
    case 'expired':
      return { what: `The authorisation has expired. ${there} was released.`, next }
    case 'own records':
      return {
        what: `Kassa's own records of this order differ: ${here}${there === '' ? '' : ` and ${there}`}.`,
        next: adoptable
          ? 'Adopt it to correct the record of the operation. No money moves.'
          : 'The records may have been changed outside Kassa. Ask the operator of this Kassa to compare them with a backup.',
      }
  }
}
