import { expect } from 'vitest'
import type { BookedPayment, TimeRange } from '@/server/model/card/books'
import type { Behaviour, Bench } from './subject'

const paymentOf = ({ subject: { service, merchantId } }: Bench, reference: string) =>
  service.books.payment({ merchantId, reference })

async function listed(
  { subject: { service, merchantId } }: Bench,
  range: TimeRange,
): Promise<BookedPayment[]> {
  const payments: BookedPayment[] = []
  for await (const page of service.books.pages({ merchantId }, range)) payments.push(...page)
  return payments
}

// The clock of a double may be ahead by some minutes.
const day = 24 * 3600_000
const around = () => ({ from: new Date(Date.now() - day), to: new Date(Date.now() + day) })

/** The books that reconciliation compares with Kassa's. */
export const statementBehaviours: readonly Behaviour[] = [
  {
    name: 'its books have what was charged and refunded of a payment',
    run: async (bench) => {
      const id = await bench.captured()
      await bench.refund(id, 2500n)
      const { charged, refunded, cancelled, ...payment } = (await paymentOf(bench, id)) ?? {}
      expect({ charged, refunded, cancelled }).toEqual({ charged: 10_000n, refunded: 2500n, cancelled: 0n })
      expect(payment).toMatchObject({
        reference: id,
        amount: 10_000n,
        currency: 'SEK',
        expired: false,
        inProgress: false,
      })
    },
  },
  {
    name: 'its books have what was released of a payment',
    run: async (bench) => {
      const id = await bench.authorised()
      expect(await paymentOf(bench, id)).toMatchObject({ charged: 0n, cancelled: 0n })
      await bench.cancel(id, 10_000n)
      expect(await paymentOf(bench, id)).toMatchObject({ charged: 0n, cancelled: 10_000n, expired: false })
    },
  },
  {
    name: 'its books have what was charged of a payment in parts',
    needs: ['several captures'],
    run: async (bench) => {
      const id = await bench.authorised()
      await bench.capture(id, 3000n)
      await bench.capture(id, 2000n)
      expect(await paymentOf(bench, id)).toMatchObject({ charged: 5000n, cancelled: 0n })
    },
  },
  {
    name: 'its books have what a single capture released',
    needs: ['captured once'],
    run: async (bench) => {
      const id = await bench.authorised({ card: 'captured once' })
      await bench.capture(id, 3000n)
      expect(await paymentOf(bench, id)).toMatchObject({ charged: 3000n, cancelled: 7000n })
    },
  },
  {
    name: 'its books name the operations of a payment and of its refunds',
    run: async (bench) => {
      const call = await bench.authorisation()
      await bench.subject.service.authorize(call)
      const range = around()
      const { reference = '' } =
        (await listed(bench, range)).find((each) => each.operation === call.operation) ?? {}
      await bench.capture(reference, 10_000n)
      const refunding = bench.followUp(reference, { amount: 1000n })
      await bench.subject.service.refund(refunding)
      const payment = await paymentOf(bench, reference)
      expect(payment?.operation).toBe(call.operation)
      expect(payment?.movements).toContainEqual(
        expect.objectContaining({
          kind: 'refund',
          operation: refunding.operation,
          amount: 1000n,
          status: 'done',
        }),
      )
      expect(payment?.recorded).toContain('refund')
    },
  },
  {
    name: 'its books list the payments of a range, and no declined ones',
    run: async (bench) => {
      const id = await bench.authorised()
      const declined = await bench.authorisation({ card: 'card declined' })
      await bench.subject.service.authorize(declined)
      const within = await listed(bench, around())
      expect(within.filter(({ reference }) => reference === id)).toHaveLength(1)
      expect(within.map(({ operation }) => operation)).not.toContain(declined.operation)
      const open = await listed(bench, { from: new Date(Date.now() - day), to: undefined })
      expect(open.map(({ reference }) => reference)).toContain(id)
      const before = { from: new Date(0), to: new Date(Date.now() - day) }
      expect((await listed(bench, before)).map(({ reference }) => reference)).not.toContain(id)
      const after = { from: new Date(Date.now() + day), to: undefined }
      expect(await listed(bench, after)).toEqual([])
    },
  },
  {
    name: 'its books list the same as they say about one payment',
    run: async (bench) => {
      const id = await bench.captured()
      const [row] = (await listed(bench, around())).filter(({ reference }) => reference === id)
      expect(row).toEqual(await paymentOf(bench, id))
    },
  },
  {
    name: 'its books do not have a payment that does not exist',
    run: async (bench) => {
      expect(await paymentOf(bench, '00000000-0000-4000-8000-000000000000')).toBeUndefined()
    },
  },
  {
    name: 'its books say that an authorisation has expired',
    needs: ['expire'],
    run: async (bench) => {
      const id = await bench.authorised()
      await bench.switches.expire(id)
      expect(await paymentOf(bench, id)).toMatchObject({ charged: 0n, cancelled: 10_000n, expired: true })
    },
  },
  {
    name: 'its books say that a payment is in progress while a refund is not final',
    needs: ['refund pending', 'completeRefund'],
    run: async (bench) => {
      const id = await bench.captured({ card: 'refund pending' })
      const accepted = await bench.refund(id, 4000n)
      expect(await paymentOf(bench, id)).toMatchObject({ refunded: 0n, inProgress: true })
      await bench.switches.completeRefund('reference' in accepted ? accepted.reference : '')
      expect(await paymentOf(bench, id)).toMatchObject({ refunded: 4000n, inProgress: false })
    },
  },
  {
    name: 'its books say that a payment is in progress while a capture is not final',
    needs: ['captureLate', 'completeCaptures'],
    run: async (bench) => {
      const id = await bench.authorised()
      await bench.switches.captureLate(true)
      await bench.capture(id, 10_000n)
      expect(await paymentOf(bench, id)).toMatchObject({ inProgress: true })
      await bench.switches.captureLate(false)
      await bench.switches.completeCaptures()
      expect(await paymentOf(bench, id)).toMatchObject({ charged: 10_000n, inProgress: false })
    },
  },
]
