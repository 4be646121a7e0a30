import { describe, test } from 'vitest'
import { cardBehaviours } from './cards'
import { currencyBehaviours } from './currencies'
import { movementBehaviours } from './movements'
import { forgottenBehaviours, repetitionBehaviours } from './repetitions'
import { statementBehaviours } from './statements'
import { type Behaviour, Bench, type ConformanceSubject, type Need } from './subject'
import { verificationBehaviours } from './verifications'

/** What every card service does. A behaviour is skipped for a service that lacks what it needs. */
const behaviours: readonly Behaviour[] = [
  ...cardBehaviours,
  ...movementBehaviours,
  ...repetitionBehaviours,
  ...forgottenBehaviours,
  ...verificationBehaviours,
  ...currencyBehaviours,
  ...statementBehaviours,
]

/** Runs the behaviours against a service. `subject` is called when its tests begin. */
export function conform(name: string, subject: () => ConformanceSubject): void {
  describe(`${name} conforms`, () => {
    for (const { name: title, needs = [], run } of behaviours)
      test(title, async ({ skip }) => {
        const given = subject()
        if (!given.cards.includes('accepted'))
          throw new Error(`${name} needs a card that is accepted: add "accepted" to its cards`)
        const lacking = await missingNeeds(given, needs)
        if (lacking.length > 0) skip(`${name} has no ${lacking.join(', ')}`)
        await run(new Bench(given))
      })
  })
}

async function missingNeeds(
  { service, merchantId, cards, switches }: ConformanceSubject,
  needs: readonly Need[],
) {
  const { captures, partialCancel } = await service.capabilities({ merchantId })
  const has: ReadonlySet<string> = new Set([
    ...cards,
    ...Object.keys(switches),
    ...(captures === 'several' ? ['several captures'] : []),
    ...(partialCancel ? ['partial cancel'] : []),
    ...(service.remove ? ['removal of cards'] : []),
  ])
  return needs.filter((need) => !has.has(need))
}
