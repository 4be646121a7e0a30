/** Eight bookers, each with connections of its own, on the database of a test. They book whatever there is until they are killed. */

import { connect } from '@/db/client'
import { startBooking } from '@/server/booking/start-booking'
import { runtimeOn } from '@/server/runtime'

for (let booker = 0; booker < 8; booker++) {
  const { db } = connect(process.env.DATABASE_URL ?? '', { pool: 2 })
  startBooking(runtimeOn(db, { baseUrl: 'http://kassa.test', cardServiceTimeoutMs: 1000 }))
}
process.send?.('up')
