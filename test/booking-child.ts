/** Books movements in a test's database until it is killed, with eight bookers on separate connections. */

import { connect } from '@/db/client'
import { startBooking } from '@/server/booking/start-booking'
import { runtimeOn } from '@/server/runtime'

for (let booker = 0; booker < 8; booker++) {
  const { db } = connect(process.env.DATABASE_URL ?? '', { pool: 2 })
  startBooking(runtimeOn(db, { baseUrl: 'http://kassa.test', cardServiceTimeoutMs: 1000 }))
}
process.send?.('up')
