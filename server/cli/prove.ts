import { contextOf } from '../core/context'
import type { Runtime } from '../core/runtime'
import { checkBooks, checkGuards } from '../journal/check-books'
import type { Invariant } from '../journal/invariant'
import { counted } from '../model/counted'
import { chosenMerchants } from './choose-merchant'
import { command, typed, withRuntime } from './command'

const usage = `Usage:
  npm run prove
    Checks that the books are right: that the journal matches the state of every order, that nothing is missing, that
    entries have the amounts and the days of their movements, that documents add up and their numbers have no gap, that
    the exports balance, and that PostgreSQL rejects changes to issued records. Prints a line for each rule, and what
    breaks it.
  --merchant ID       default: all merchants
Exits with 0 if everything is right, and with 1 if something is broken.`

const { values } = typed(usage, { merchant: { type: 'string' } } as const)

await command(async () => {
  process.exitCode = await withRuntime((runtime) => run(runtime, values.merchant))
}, usage)

/** Checks the books of one merchant or of all, and returns the exit code. */
async function run(runtime: Runtime, id: string | undefined): Promise<number> {
  let isRight = print('database', await checkGuards(runtime.db))
  for (const owner of await chosenMerchants(runtime.db, id))
    for (const invariant of await checkBooks(contextOf(runtime, owner)))
      isRight = print(owner.id, invariant) && isRight
  return isRight ? 0 : 1
}

/** Prints an invariant, and returns whether it holds. */
function print(about: string, { name, checked, of, many, broken, examples }: Invariant): boolean {
  const holds = broken === 0
  console.log(
    `${about}  ${holds ? 'ok    ' : 'BROKEN'}  ${name}: ${counted(checked, of, many)}${holds ? '' : `, ${broken} wrong`}`,
  )
  for (const example of examples) console.log(`    ${example}`)
  if (broken > examples.length) console.log(`    and ${broken - examples.length} more`)
  return holds
}
