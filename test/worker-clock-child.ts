/**
 * The worker process as in production, except that its clock is shifted: its next minute begins the given number of
 * milliseconds after it starts, so that a test need not wait for the real one.
 */

const SystemDate = Date
const minute = 60_000
const untilTurn = Number(process.argv[2])
const ahead = minute - (SystemDate.now() % minute) - untilTurn

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
