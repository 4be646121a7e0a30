import { expect } from 'vitest'
import type { Behaviour } from './subject'

/**
 * If the service has less left than Kassa expects, somebody has moved money there, and no other card or amount would
 * help.
 */
const tooMuch = { status: 'declined', code: 'invalid transaction' } as const

/** Captures, cancels and refunds. */
export const movementBehaviours: readonly Behaviour[] = [
  {
    name: 'captures in full',
    run: async (bench) => {
      expect(await bench.books(await bench.captured())).toEqual({
        authorised: 10_000n,
        captured: 10_000n,
        refunded: 0n,
        open: 0n,
      })
    },
  },
  {
    name: 'captures in parts',
    needs: ['several captures'],
    run: async (bench) => {
      const id = await bench.authorised()
      for (const amount of [3000n, 2000n, 5000n])
        expect(await bench.capture(id, amount)).toMatchObject({ status: 'done' })
      expect(await bench.books(id)).toMatchObject({ captured: 10_000n, open: 0n })
    },
  },
  {
    name: 'releases the rest with the only capture, and says how much',
    needs: ['captured once'],
    run: async (bench) => {
      const authorised = await bench.authorise({ card: 'captured once' })
      expect(authorised).toMatchObject({ status: 'done', captures: 'one' })
      const id = 'reference' in authorised ? authorised.reference : ''
      const call = bench.followUp(id, { amount: 3000n })
      const captured = await bench.subject.service.capture(call)
      expect(captured).toMatchObject({ status: 'done', released: 7000n })
      expect(await bench.find(call, 'capture')).toEqual(captured)
      expect(await bench.books(id)).toMatchObject({ captured: 3000n, open: 0n })
      expect((await bench.capture(id, 1000n)).status).toBe('declined')
    },
  },
  {
    name: 'refuses to capture more than is left',
    run: async (bench) => {
      const id = await bench.authorised()
      expect(await bench.capture(id, 10_001n)).toEqual(tooMuch)
      expect(await bench.books(id)).toMatchObject({ captured: 0n, open: 10_000n })
    },
  },
  {
    name: 'refuses to capture more than is left of several captures',
    needs: ['several captures'],
    run: async (bench) => {
      const id = await bench.authorised()
      await bench.capture(id, 6000n)
      expect(await bench.capture(id, 4001n)).toEqual(tooMuch)
      expect(await bench.books(id)).toMatchObject({ captured: 6000n, open: 4000n })
    },
  },
  {
    name: 'cancels in full, and captures nothing afterwards',
    run: async (bench) => {
      const id = await bench.authorised()
      expect(await bench.cancel(id, 10_000n)).toMatchObject({ status: 'done' })
      expect(await bench.books(id)).toMatchObject({ captured: 0n, open: 0n })
      expect((await bench.capture(id, 1n)).status).toBe('declined')
      expect((await bench.cancel(id, 1n)).status).toBe('declined')
    },
  },
  {
    name: 'cancels in part and captures the rest',
    needs: ['partial cancel'],
    run: async (bench) => {
      const id = await bench.authorised()
      expect(await bench.cancel(id, 4000n)).toMatchObject({ status: 'done' })
      expect(await bench.capture(id, 6001n)).toEqual(tooMuch)
      expect(await bench.capture(id, 6000n)).toMatchObject({ status: 'done' })
      expect(await bench.books(id)).toMatchObject({ captured: 6000n, open: 0n })
    },
  },
  {
    name: 'refuses to cancel a part if it cannot, and changes nothing',
    run: async (bench) => {
      const { service, merchantId } = bench.subject
      const { partialCancel } = await service.capabilities({ merchantId })
      const id = await bench.authorised()
      expect((await bench.cancel(id, 4000n)).status).toBe(partialCancel ? 'done' : 'declined')
      expect(await bench.books(id)).toMatchObject({ open: partialCancel ? 6000n : 10_000n })
    },
  },
  {
    name: 'cancels the rest after a capture',
    needs: ['several captures'],
    run: async (bench) => {
      const id = await bench.authorised()
      await bench.capture(id, 3000n)
      const call = bench.followUp(id, { amount: 7000n })
      const cancelled = await bench.subject.service.cancel(call)
      expect(cancelled).toMatchObject({ status: 'done' })
      expect(await bench.find(call, 'cancel')).toEqual(cancelled)
      expect(await bench.books(id)).toMatchObject({ captured: 3000n, open: 0n })
    },
  },
  {
    name: 'refunds in full',
    run: async (bench) => {
      const id = await bench.captured()
      expect(await bench.refund(id, 10_000n)).toMatchObject({ status: 'done' })
      expect(await bench.books(id)).toMatchObject({ captured: 10_000n, refunded: 10_000n })
      expect(await bench.refund(id, 1n)).toEqual(tooMuch)
    },
  },
  {
    name: 'refunds in parts, and not more than was captured',
    run: async (bench) => {
      const id = await bench.captured()
      expect(await bench.refund(id, 2500n)).toMatchObject({ status: 'done' })
      expect(await bench.refund(id, 2500n)).toMatchObject({ status: 'done' })
      expect(await bench.refund(id, 5001n)).toEqual(tooMuch)
      expect(await bench.books(id)).toMatchObject({ refunded: 5000n })
    },
  },
  {
    name: 'refuses to refund what was not captured',
    run: async (bench) => {
      const id = await bench.authorised()
      expect(['declined', 'failed']).toContain((await bench.refund(id, 100n)).status)
      expect(await bench.books(id)).toMatchObject({ refunded: 0n, open: 10_000n })
    },
  },
  {
    name: 'accepts a refund that is completed later, and finds its outcome',
    needs: ['refund pending', 'completeRefund'],
    run: async (bench) => {
      const id = await bench.captured({ card: 'refund pending' })
      const call = bench.followUp(id, { amount: 4000n })
      const accepted = await bench.subject.service.refund(call)
      if (accepted.status !== 'accepted') expect.fail(accepted.status)
      expect(await bench.find(call, 'refund')).toEqual(accepted)
      await bench.switches.completeRefund(accepted.reference)
      expect(await bench.find(call, 'refund')).toEqual({ status: 'done', reference: accepted.reference })
      expect(await bench.books(id)).toMatchObject({ refunded: 4000n })
    },
  },
  {
    name: 'accepts a capture that is completed later, and finds its outcome',
    needs: ['captureLate', 'completeCaptures'],
    run: async (bench) => {
      const id = await bench.authorised()
      await bench.switches.captureLate(true)
      const call = bench.followUp(id)
      expect(await bench.subject.service.capture(call)).toMatchObject({ status: 'accepted' })
      expect(await bench.find(call, 'capture')).toMatchObject({ status: 'accepted' })
      await bench.switches.captureLate(false)
      await bench.switches.completeCaptures()
      expect(await bench.find(call, 'capture')).toMatchObject({ status: 'done' })
      expect(await bench.books(id)).toMatchObject({ captured: 10_000n })
    },
  },
  {
    name: 'refuses to capture or cancel an expired authorisation',
    needs: ['expire'],
    run: async (bench) => {
      const id = await bench.authorised()
      await bench.switches.expire(id)
      const refused = { status: 'declined', code: 'invalid transaction' }
      expect(await bench.capture(id, 10_000n)).toEqual(refused)
      expect(await bench.cancel(id, 10_000n)).toEqual(refused)
      expect(await bench.books(id)).toMatchObject({ captured: 0n, open: 0n })
    },
  },
  {
    name: 'refuses follow-ups on an authorisation that does not exist',
    run: async (bench) => {
      const none = '00000000-0000-4000-8000-000000000000'
      for (const move of [bench.capture, bench.cancel, bench.refund])
        expect((await move(none, 100n)).status).toBe('declined')
    },
  },
]
