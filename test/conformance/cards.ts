import { expect } from 'vitest'
import { newReference } from '@/server/core/id'
import { type Behaviour, type CardMeaning, referenceOf } from './subject'

const declines = [
  'card declined',
  'insufficient funds',
  'card lost or stolen',
  'card expired',
  'invalid csc',
  'acquirer error',
  'suspected fraud',
] as const satisfies readonly CardMeaning[]

const declined: Behaviour[] = declines.map((code) => ({
  name: `declines a card: ${code}`,
  needs: [code],
  run: async (bench) => {
    expect(await bench.authorise({ card: code })).toEqual({ status: 'declined', code })
  },
}))

/** Authorisations, one-time tokens and stored cards. */
export const cardBehaviours: readonly Behaviour[] = [
  {
    name: 'describes the card of a token until it is used',
    run: async (bench) => {
      const { service, merchantId } = bench.subject
      const token = await bench.token()
      const facts = () => service.describe(token, { merchantId, now: new Date() })
      expect(await facts()).toMatchObject({
        scheme: 'visa',
        last4: expect.stringMatching(/^\d{4}$/),
        expires: [expect.any(Number), expect.any(Number)],
        fingerprint: expect.any(String),
      })
      await bench.authorised({ token })
      expect(await facts()).toBeUndefined()
      expect(await service.describe('no token', { merchantId, now: new Date() })).toBeUndefined()
    },
  },
  {
    name: 'authorises an amount and captures nothing',
    run: async (bench) => {
      expect(await bench.books(await bench.authorised())).toEqual({
        authorised: 10_000n,
        captured: 0n,
        refunded: 0n,
        open: 10_000n,
      })
    },
  },
  {
    name: 'authorises and captures at once',
    run: async (bench) => {
      const id = await bench.authorised({ capture: true })
      expect(await bench.books(id)).toMatchObject({ captured: 10_000n, open: 0n })
    },
  },
  {
    name: 'says when an authorisation expires, if it does',
    run: async (bench) => {
      const { service, merchantId } = bench.subject
      const { authorisationDays: days } = await service.capabilities({ merchantId })
      const { until } = { until: undefined, ...(await bench.authorise()) }
      const left = until && (until as Date).getTime() - Date.now()
      expect(left === undefined).toBe(days === null)
      if (left !== undefined) expect(left / 86_400_000).toBeGreaterThan(1)
    },
  },
  ...declined,
  {
    name: 'returns the first outcome to a repeated authorisation, and authorises once',
    run: async (bench) => {
      const { service } = bench.subject
      const call = await bench.authorisation()
      const first = await service.authorize(call)
      expect(await service.authorize(call)).toEqual(first)
      expect(await bench.find(call, 'authorise')).toEqual(first)
    },
  },
  {
    name: 'returns the first outcome to a repeated authorisation that was declined',
    needs: ['insufficient funds'],
    run: async (bench) => {
      const call = await bench.authorisation({ card: 'insufficient funds' })
      const first = await bench.subject.service.authorize(call)
      expect(await bench.subject.service.authorize(call)).toEqual(first)
      expect(await bench.find(call, 'authorise')).toEqual(first)
    },
  },
  {
    name: 'refuses a token that was used, even for a declined payment, and a text that is not a token',
    needs: ['card declined'],
    run: async (bench) => {
      for (const card of ['accepted', 'card declined'] as const) {
        const token = await bench.token(card)
        await bench.authorise({ token })
        expect(await bench.authorise({ token })).toEqual({ status: 'invalid token' })
        expect(await bench.store(card, newReference(), token)).toEqual({ status: 'invalid token' })
      }
      expect(await bench.authorise({ token: 'no token' })).toEqual({ status: 'invalid token' })
    },
  },
  {
    name: 'uses a token once, however many requests there are at the same moment',
    run: async (bench) => {
      const token = await bench.token()
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => bench.authorise({ token })))
      expect(outcomes.filter(({ status }) => status === 'done')).toHaveLength(1)
      expect(outcomes.filter(({ status }) => status === 'invalid token')).toHaveLength(4)
    },
  },
  {
    name: 'stores a card, and charges it repeatedly',
    run: async (bench) => {
      const storedCard = await bench.stored('accepted')
      const first = await bench.authorised({ storedCard, capture: true })
      const second = await bench.authorised({ storedCard, amount: 500n })
      expect(await bench.books(first)).toMatchObject({ captured: 10_000n })
      expect(await bench.books(second)).toMatchObject({ authorised: 500n, captured: 0n })
    },
  },
  {
    name: 'returns the same stored card to a repeated request, and no other one for a used token',
    run: async (bench) => {
      const { service, merchantId } = bench.subject
      const call = {
        merchantId,
        operation: newReference(),
        now: new Date(),
        token: await bench.token(),
        account: newReference(),
      }
      const first = await service.store(call)
      referenceOf(first)
      expect(await service.store(call)).toEqual(first)
      expect(await service.store({ ...call, operation: newReference() })).toEqual({ status: 'invalid token' })
      expect(await bench.authorise({ token: call.token })).toEqual({ status: 'invalid token' })
    },
  },
  {
    name: 'does not store a card that is declined',
    needs: ['card declined'],
    run: async (bench) => {
      expect(await bench.store('card declined')).toEqual({ status: 'declined', code: 'card declined' })
    },
  },
  {
    name: 'declines a stored card when it is charged',
    needs: ['declined once stored'],
    run: async (bench) => {
      const storedCard = await bench.stored('declined once stored')
      expect(await bench.authorise({ storedCard, capture: true })).toEqual({
        status: 'declined',
        code: 'card declined',
      })
    },
  },
  {
    name: 'declines a stored card that does not exist',
    run: async (bench) => {
      for (const storedCard of ['none', 'cus_none/pm_none'])
        expect(await bench.authorise({ storedCard })).toEqual({
          status: 'declined',
          code: 'invalid card number',
        })
    },
  },
  {
    name: 'removes a stored card, whose payments can still be captured and refunded',
    needs: ['removal of cards'],
    run: async (bench) => {
      const { service, merchantId } = bench.subject
      const storedCard = await bench.stored('accepted')
      const payment = await bench.authorised({ storedCard })
      for (const reference of [storedCard, storedCard, 'none', 'cus_none/pm_none'])
        await service.remove?.({ merchantId, reference })
      expect(await bench.authorise({ storedCard })).toEqual({
        status: 'declined',
        code: 'invalid card number',
      })
      expect(await bench.capture(payment, 10_000n)).toMatchObject({ status: 'done' })
      expect(await bench.refund(payment, 10_000n)).toMatchObject({ status: 'done' })
      expect(await bench.books(payment)).toMatchObject({ captured: 10_000n, refunded: 10_000n })
    },
  },
  {
    name: 'declines a payment that needs the cardholder when they are absent',
    needs: ['approved off session', 'respond'],
    run: async (bench) => {
      const token = await bench.token('approved off session')
      const waiting = await bench.store('approved off session', newReference(), token)
      if (waiting.status === 'verification required') await bench.switches.respond(waiting.challenge, true)
      const storedCard = referenceOf(
        waiting.status === 'done'
          ? waiting
          : await bench.store('approved off session', newReference(), token),
      )
      expect(await bench.authorise({ storedCard, capture: true })).toEqual({
        status: 'declined',
        code: '3ds authentication failure',
      })
    },
  },
]
