/** Delivers the callbacks of a test's database until it is killed. */

import { connect } from '@/db/client'
import { startDeliveries } from '@/server/callback/deliver'

const { db } = connect(process.argv[2] ?? '', { pool: 4 })
startDeliveries(db, { networks: ['127.0.0.0/8'] })
