import { contextOf } from '@/server/core/context'
/**
 * Does one thing to the database of a test and dies by SIGKILL on the way: at the statement that KILL_AT names,
 * before it is sent, or (KILL_AFTER_SEND) after sending it and before its response. Exits with 0 if it was not
 * killed.
 */

import { z } from 'zod'
import { connect } from '@/db/client'
import { findMerchant } from '@/server/merchant/create-merchant'
import { EventCreatable } from '@/server/model/order/schemas'
import { createOrder } from '@/server/order/create-order'
import { OrderCreatable } from '@/server/order/order-creatable'
import { chargeCancelOrRefund } from '@/server/payment/charge-cancel-refund'
import { runtimeOn } from '@/server/runtime'

const Task = z.object({
  databaseUrl: z.string(),
  merchantId: z.string(),
  origin: z.string(),
  killAt: z.number(),
  afterSend: z.boolean(),
  create: OrderCreatable.optional(),
  operate: z.object({ orderId: z.string(), event: EventCreatable }).optional(),
})
export type CrashTask = z.infer<typeof Task>

const task = Task.parse(JSON.parse(process.argv[2] ?? ''))
const die = () => process.kill(process.pid, 'SIGKILL')
let armed = false
let count = 0
const { db, close } = connect(task.databaseUrl, {
  pool: 4,
  onQuery: () => {
    if (!armed || ++count !== task.killAt) return
    if (task.afterSend) setImmediate(() => setImmediate(die))
    else die()
  },
})
const merchant = await findMerchant(db, task.merchantId)
if (!merchant) throw new Error('No such merchant')
const runtime = runtimeOn(db, { baseUrl: 'http://kassa.test', cardServiceTimeoutMs: 5000 })
const context = { ...contextOf(runtime, merchant), origin: task.origin }
armed = true
if (task.create) await createOrder(context, task.create)
if (task.operate)
  await chargeCancelOrRefund(context, { orderId: task.operate.orderId, event: task.operate.event })
armed = false
await close()
