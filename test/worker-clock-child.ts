/**
 * The worker process as in production, except that its clock is ahead by the given number of hours, and set two
 * days further ahead by SIGUSR2, which it confirms.
 */

const SystemDate = Date
let ahead = Number(process.argv[2]) * 3_600_000
process.on('SIGUSR2', () => {
  ahead += 48 * 3_600_000
  process.send?.('set')
})

class ShiftedDate extends SystemDate {
  constructor(...given: [] | ConstructorParameters<typeof Date>) {
    if (given.length === 0) super(ShiftedDate.now())
    else super(...given)
  }
  static override now(): number {
    return SystemDate.now() + ahead
  }
}
Object.assign(globalThis, { Date: ShiftedDate })

await import('@/server/worker/main')
