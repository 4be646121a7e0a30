import { expect } from 'vitest'
import { newReference } from '@/server/core/id'
import type { Challenge, Outcome } from '@/server/model/card/service'
import { type Behaviour, type Bench, type CardMeaning, referenceOf } from './subject'

function challengeOf(outcome: Outcome<unknown>): Challenge {
  if (outcome.status !== 'verification required')
    return expect.fail(`expected a challenge: ${outcome.status}`)
  expect(outcome.challenge).toEqual({
    url: expect.stringMatching(/^http/),
    data: { pareq: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  })
  return outcome.challenge
}

/** Begins a payment that its cardholder must approve. */
async function begin(bench: Bench, card: CardMeaning = 'verified') {
  const token = await bench.token(card)
  const challenge = challengeOf(await bench.authorise({ token }))
  return { token, challenge, again: (rest: object = {}) => bench.authorise({ token, ...rest }) }
}

/** 3-D Secure. */
export const verificationBehaviours: readonly Behaviour[] = [
  {
    name: 'pays once the cardholder has approved, with another operation and the same token',
    needs: ['verified', 'respond'],
    run: async (bench) => {
      const { token, challenge, again } = await begin(bench)
      await bench.switches.respond(challenge, true)
      const call = await bench.authorisation({ token })
      const paid = await bench.subject.service.authorize(call)
      expect(await bench.books(referenceOf(paid))).toMatchObject({ authorised: 10_000n, open: 10_000n })
      expect(await bench.subject.service.authorize(call)).toEqual(paid)
      expect(await bench.find(call, 'authorise')).toEqual(paid)
      expect(await again()).toEqual({ status: 'invalid token' })
    },
  },
  {
    name: 'asks for the same approval while the cardholder has not responded',
    needs: ['verified', 'respond'],
    run: async (bench) => {
      const { challenge, again } = await begin(bench)
      expect(challengeOf(await again())).toEqual(challenge)
      expect(challengeOf(await again())).toEqual(challenge)
    },
  },
  {
    name: 'declines what the cardholder refused, and uses the token up',
    needs: ['verified', 'respond'],
    run: async (bench) => {
      const { challenge, again } = await begin(bench)
      await bench.switches.respond(challenge, false)
      expect(await again()).toEqual({ status: 'declined', code: '3ds authentication failure' })
      expect(await again()).toEqual({ status: 'invalid token' })
    },
  },
  {
    name: 'declines a card for another reason after the approval',
    needs: ['verified, insufficient funds', 'respond'],
    run: async (bench) => {
      const { challenge, again } = await begin(bench, 'verified, insufficient funds')
      await bench.switches.respond(challenge, true)
      expect(await again()).toEqual({ status: 'declined', code: 'insufficient funds' })
    },
  },
  {
    name: 'an approval counts for its amount and currency only',
    needs: ['verified', 'respond'],
    run: async (bench) => {
      const { challenge, again } = await begin(bench)
      await bench.switches.respond(challenge, true)
      // Where the approved payment has used the card, nothing else can be paid with the token.
      const other = await again({ amount: 20_000n })
      if (other.status !== 'invalid token') expect(challengeOf(other)).not.toEqual(challenge)
    },
  },
  {
    name: 'stores a card once its cardholder has approved',
    needs: ['verified', 'respond'],
    run: async (bench) => {
      const token = await bench.token('verified')
      const store = (operation = newReference()) => bench.store('verified', operation, token)
      const challenge = challengeOf(await store())
      expect(challengeOf(await store())).toEqual(challenge)
      await bench.switches.respond(challenge, true)
      const operation = newReference()
      const stored = await store(operation)
      referenceOf(stored)
      expect(await store(operation)).toEqual(stored)
      expect(await store()).toEqual({ status: 'invalid token' })
    },
  },
  {
    name: 'does not store a card that its cardholder refused to have stored',
    needs: ['verified', 'respond'],
    run: async (bench) => {
      const token = await bench.token('verified')
      const store = () => bench.store('verified', newReference(), token)
      await bench.switches.respond(challengeOf(await store()), false)
      expect(await store()).toEqual({ status: 'declined', code: '3ds authentication failure' })
      expect(await store()).toEqual({ status: 'invalid token' })
    },
  },
]
