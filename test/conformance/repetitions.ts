import { expect } from 'vitest'
import type { Authorised, Outcome } from '@/server/model/card/service'
import type { Behaviour, Bench, SubjectMovement } from './subject'

const kinds = ['authorise', 'capture', 'cancel', 'refund'] as const

/** An operation to send and look up, and to find in the books. */
interface Sendable {
  send(): Promise<Outcome<Authorised>>
  find(): ReturnType<Bench['find']>
  /** The amount of it in the service's books. */
  moved(authorisation: string): Promise<bigint>
  authorisation: string
}

async function sendable(bench: Bench, kind: SubjectMovement): Promise<Sendable> {
  const { service } = bench.subject
  const moved = async (id: string) => {
    const { authorised, captured, refunded, open } = await bench.books(id)
    return {
      authorise: authorised,
      capture: captured,
      cancel: authorised - captured - open,
      refund: refunded,
    }[kind]
  }
  if (kind === 'authorise') {
    const call = await bench.authorisation({ amount: 2000n })
    return {
      send: () => service.authorize(call),
      find: () => bench.find(call, kind),
      moved,
      authorisation: '',
    }
  }
  const authorisation = await (kind === 'refund' ? bench.captured() : bench.authorised())
  // Stripe releases all or nothing.
  const call = bench.followUp(authorisation, { amount: kind === 'cancel' ? 10_000n : 2000n })
  return { send: () => service[kind](call), find: () => bench.find(call, kind), moved, authorisation }
}

const total = (kind: SubjectMovement) => (kind === 'cancel' ? 10_000n : 2000n)

/** The reference of the authorisation that an operation is about. */
const aboutOf = (given: Sendable, outcome: { status: string; reference?: string }) =>
  given.authorisation || (outcome.reference ?? '')

const of = (kind: SubjectMovement, rest: Omit<Behaviour, 'name'> & { name: string }): Behaviour => ({
  ...rest,
  name: `${kind}: ${rest.name}`,
})

const unknownOrDone = ['unknown', 'done']

/** Repeated operations, lost requests and responses, and look-ups. */
export const repetitionBehaviours: readonly Behaviour[] = kinds.flatMap((kind) => [
  of(kind, {
    name: 'a repeated operation has its first outcome and moves nothing',
    run: async (bench) => {
      const given = await sendable(bench, kind)
      const first = await given.send()
      expect(first).toMatchObject({ status: 'done' })
      expect(await given.send()).toEqual(first)
      const repeated = await Promise.all([given.send(), given.send(), given.send()])
      for (const each of repeated) expect(each).toEqual(first)
      expect(await given.moved(aboutOf(given, first))).toBe(total(kind))
    },
  }),
  of(kind, {
    name: 'is absent before it was sent, and found afterwards',
    run: async (bench) => {
      const given = await sendable(bench, kind)
      expect(await given.find()).toEqual({ status: 'absent' })
      const first = await given.send()
      expect(await given.find()).toEqual(first)
    },
  }),
  of(kind, {
    name: 'a lost response is found by a look-up, and sending again moves nothing',
    needs: ['loseResponse'],
    run: async (bench) => {
      const given = await sendable(bench, kind)
      await bench.switches.loseResponse(kind)
      expect(unknownOrDone).toContain((await given.send()).status)
      const found = await given.find()
      expect(found).toMatchObject({ status: 'done' })
      expect(await given.send()).toEqual(found)
      expect(await given.moved(aboutOf(given, found))).toBe(total(kind))
    },
  }),
  of(kind, {
    name: 'a lost request is absent, and is sent again',
    needs: ['loseRequest'],
    run: async (bench) => {
      const given = await sendable(bench, kind)
      await bench.switches.loseRequest(kind)
      expect((await given.send()).status).toBe('unknown')
      expect(await given.find()).toEqual({ status: 'absent' })
      const sent = await given.send()
      expect(sent).toMatchObject({ status: 'done' })
      expect(await given.moved(aboutOf(given, sent))).toBe(total(kind))
    },
  }),
  of(kind, {
    name: 'is found after its key is forgotten',
    needs: ['forgetKeys', 'loseResponse'],
    run: async (bench) => {
      const given = await sendable(bench, kind)
      await bench.switches.loseResponse(kind)
      await given.send()
      await bench.switches.forgetKeys()
      const found = await given.find()
      expect(found).toMatchObject({ status: 'done' })
      expect(await given.moved(aboutOf(given, found))).toBe(total(kind))
    },
  }),
  ...(['pace', 'lock'] as const).map((reason) =>
    of(kind, {
      name: `waits when it is refused for now (${reason})`,
      needs: ['refuseForNow'],
      run: async (bench) => {
        const given = await sendable(bench, kind)
        await bench.switches.refuseForNow(kind, reason)
        const sent = await given.send()
        expect(sent).toMatchObject({ status: 'done' })
        expect(await given.moved(aboutOf(given, sent))).toBe(total(kind))
      },
    }),
  ),
])

export const forgottenBehaviours: readonly Behaviour[] = [
  {
    name: 'finds a declined authorisation after its key is forgotten',
    needs: ['forgetKeys', 'insufficient funds'],
    run: async (bench) => {
      const call = await bench.authorisation({ card: 'insufficient funds' })
      const declined = await bench.subject.service.authorize(call)
      await bench.switches.forgetKeys()
      expect(await bench.find(call, 'authorise')).toEqual(declined)
    },
  },
  {
    name: 'proves after keys are forgotten that an operation never arrived',
    needs: ['forgetKeys'],
    run: async (bench) => {
      const authorisation = await bench.captured()
      await bench.switches.forgetKeys()
      const absent = { status: 'absent' }
      expect(await bench.find(await bench.authorisation(), 'authorise')).toEqual(absent)
      for (const kind of ['capture', 'cancel', 'refund'] as const)
        expect(await bench.find(bench.followUp(authorisation), kind)).toEqual(absent)
    },
  },
]
