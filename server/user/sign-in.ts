import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { user } from '@/db/schema'
import { KassaError } from '../error/error'
import type { Runtime } from '../runtime'
import { email as emailAddress } from '../schema/fields'
import type { UserSession } from './session'
import { claimTry, forgiveTries } from './throttle'

/**
 * Signs a person in by e-mail address and password. An address that nobody has gets the answer of a wrong password,
 * and it takes as long. Throws `not authorized`, or `too many requests` after 10 failures in 15 minutes, even with
 * the right password.
 */
export async function signIn(
  world: Pick<Runtime, 'db' | 'clock'>,
  input: { email: string; password: string },
): Promise<UserSession> {
  const email = input.email.trim().toLowerCase()
  await claimTry(world, email)
  // Text that is no address cannot be a user's, and may be nothing that PostgreSQL takes for text.
  const [known] = emailAddress().safeParse(email).success
    ? await world.db.select().from(user).where(eq(user.email, email))
    : []
  const right = await verify(known?.passwordHash ?? (await nobody()), input.password)
  if (!known || !right) throw wrong()
  await forgiveTries(world, email)
  return { userId: known.id, began: world.clock.now() }
}

let decoy: Promise<string> | undefined

/** A hash that no password fits, for looking as hard where there is no user. */
const nobody = (): Promise<string> => {
  decoy ??= hash(randomUUID())
  return decoy
}

// Made before anybody asks: the first unknown address of a process takes no longer than the next.
void nobody()

const wrong = () =>
  new KassaError('not authorized', {
    type: 'User',
    description: 'The e-mail address or the password is wrong. Check both and try again.',
  })
