/**
 * Runs several tasks on the database of a test, each with connections of its own, and dies by SIGKILL once each has
 * reached the statement that its `killAt` counts, before it is sent, or (`afterSend`) after it is sent and before its
 * response. A process takes longer to start than to run these tasks, so they share one. Each stops at its statement:
 * from then on its connections send and receive nothing. Tasks that finish earlier are not killed. The last line of the
 * output lists those that were.
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import { writeSync } from 'node:fs'
import { Socket } from 'node:net'
import * as z from 'zod'
import { connect } from '@/db/client'
import { addMethod } from '@/server/account/add-method'
import { contextOf } from '@/server/core/context'
import { requireMerchant } from '@/server/merchant/find-merchant'
import { MethodCreatable } from '@/server/model/account'
import { EventCreatable } from '@/server/model/order/schemas'
import { createOrder } from '@/server/order/create-order'
import { OrderCreatable } from '@/server/order/order-creatable'
import { chargeCancelOrRefund } from '@/server/payment/charge-cancel-refund'
import { runtimeOn } from '@/server/runtime'

const Task = z.object({
  merchantId: z.string(),
  origin: z.string(),
  killAt: z.number(),
  create: OrderCreatable.optional(),
  operate: z.object({ orderId: z.string(), event: EventCreatable }).optional(),
  /** A public key does it. */
  add: z.object({ id: z.string(), method: MethodCreatable }).optional(),
})
const Tasks = z.object({
  databaseUrl: z.string(),
  afterSend: z.boolean(),
  tasks: z.array(Task),
})
export type CrashTask = z.infer<typeof Task>
export type CrashTasks = z.infer<typeof Tasks>

/** The connections of one task. */
class Wires {
  readonly #sockets = new Set<Socket>()
  #areCut = false

  /** Returns whether the socket may connect. */
  add(socket: Socket): boolean {
    this.#sockets.add(socket)
    return !this.#areCut
  }

  /** Leaves the connections open, but passes nothing on, as if the process did not run. */
  cut(): void {
    this.#areCut = true
    for (const socket of this.#sockets) {
      socket.pause()
      socket.write = () => true
    }
  }
}

const current = new AsyncLocalStorage<Wires>()
const open = Socket.prototype.connect
Object.assign(Socket.prototype, {
  connect(this: Socket, ...to: unknown[]) {
    const mayConnect = current.getStore()?.add(this) ?? true
    return mayConnect ? Reflect.apply(open, this, to) : this
  },
})

const { databaseUrl, afterSend, tasks } = Tasks.parse(JSON.parse(process.argv[2] ?? ''))

/** Does a task up to the statement that kills it, or to its end. Returns whether it is to be killed. */
async function runUntilKilled({
  merchantId,
  origin,
  killAt,
  create,
  operate,
  add,
}: CrashTask): Promise<boolean> {
  const wires = new Wires()
  let isArmed = false
  let count = 0
  let reached: (value: boolean) => void = () => {}
  const death = new Promise<boolean>((resolve) => {
    reached = resolve
  })
  const die = () => {
    wires.cut()
    reached(true)
  }
  const work = async () => {
    const { db, close } = connect(databaseUrl, {
      pool: 4,
      onQuery: () => {
        if (!isArmed || ++count !== killAt) return
        if (afterSend) setImmediate(() => setImmediate(die))
        else die()
      },
    })
    const merchant = await requireMerchant(db, merchantId)
    const runtime = runtimeOn(db, { baseUrl: 'http://kassa.test', cardServiceTimeoutMs: 60_000 })
    const context = { ...contextOf(runtime, merchant), origin }
    isArmed = true
    if (create) await createOrder(context, create)
    if (operate) await chargeCancelOrRefund(context, operate)
    if (add) await addMethod({ ...context, actor: { kind: 'public', keyId: 'key' }, source: origin }, add)
    isArmed = false
    await close()
    return false
  }
  return Promise.race([death, current.run(wires, work)])
}

const killed = await Promise.all(tasks.map(runUntilKilled))
writeSync(1, JSON.stringify(killed))
if (killed.includes(true)) process.kill(process.pid, 'SIGKILL')
