import type { Runtime } from '../core/runtime'
import { email as emailAddress } from '../model/fields'
import { eraseUser } from '../user/erase-user'
import { moveUser } from '../user/move-user'
import { createReset } from '../user/reset-password'
import { endLostFactor } from '../user/second-factor'
import { findByEmail, type User } from '../user/session'
import { command, typed, withRuntime } from './command'

const usage = `Usage:
  npm run user -- factor-off EMAIL   Turns off two-step sign-in, for someone who has lost app and recovery codes.
  npm run user -- reset EMAIL        Prints a link to choose a new password. It works once, within one hour.
  npm run user -- move OLD NEW       Changes the address with which someone signs in, for a lost mailbox.
  npm run user -- erase EMAIL        Erases the personal data of someone who is no longer a member of any merchant.
For operators. Verify who is asking before you run the first three: each gives someone access. factor-off and move end all sessions,
and notify by e-mail; so does a new password.`

const forms = [
  { name: 'factor-off', words: ['EMAIL'] },
  { name: 'reset', words: ['EMAIL'] },
  { name: 'move', words: ['OLD', 'NEW'] },
  { name: 'erase', words: ['EMAIL'] },
]
const { positionals } = typed(usage, {}, { forms })
const [act = '', ...addresses] = positionals
const [email = '', next = ''] = addresses.map((each) => each.trim().toLowerCase())

const acts: Record<string, (runtime: Runtime, known: User) => Promise<string>> = {
  'factor-off': async (runtime, known) => {
    if (known.totpSince === null) throw new Error(`Two-step sign-in is already off for ${email}.`)
    await endLostFactor(runtime, known)
    return `Two-step sign-in is off for ${email}, who now signs in with the password only. All sessions have ended.`
  },
  reset: async (runtime, known) => {
    const { link, expires } = await createReset(runtime, known.id)
    return `${link}\nWorks once, until ${expires.toISOString()}. Two-step sign-in stays as it is.`
  },
  erase: async (runtime, known) => {
    const merchants = await eraseUser(runtime, known)
    if (merchants.length > 0)
      throw new Error(
        `${email} is a member of ${merchants.join(', ')}, and nothing was erased. Remove them there first.`,
      )
    return `The personal data of ${email} is erased. The audit log and notes keep the address: see docs/personal-data.md.`
  },
  move: async (runtime, known) => {
    if (!emailAddress().safeParse(next).success) throw new Error(`${next} is not an e-mail address.`)
    if (!(await moveUser(runtime, known, next))) throw new Error(`${next} already has a user.`)
    return `${email} now signs in as ${next}, with the same password. All sessions have ended.`
  },
}

await command(() =>
  withRuntime(async (runtime) => {
    const known = await findByEmail(runtime, email)
    if (!known) throw new Error(`No user ${email}.`)
    console.log(await acts[act]?.(runtime, known))
  }),
)
