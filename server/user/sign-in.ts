import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { newId } from '../core/id'
import type { Installation } from '../core/runtime'
import { fail } from '../model/errors'
import { consumeCode } from './second-factor'
import { findByEmail, type User, type UserSession } from './session'
import { claimCode, claimSignIn, type SignInSource } from './sign-in-limits'

/**
 * Signs a person in with an e-mail address, a password and, if a second factor is on, a code. An unknown address gets
 * the response of a wrong password, and it takes as long. Throws `sign-in.wrong`; `sign-in.code-missing` or
 * `sign-in.code-wrong` once only the code is missing or wrong; `sign-in.too-many` after 10 failures in 15 minutes from
 * the same place, even with the right password. A right password without its code counts as a failure until the code
 * has come: it must not reset the count for guessing codes. Also returns the user, as they were when the password was
 * checked.
 */
export async function signIn(
  installation: Installation,
  {
    place = {},
    ...input
  }: { email: string; password: string; code?: string | undefined; place?: SignInSource | undefined },
): Promise<UserSession & { user: User }> {
  const email = input.email.trim().toLowerCase()
  // Taken before the user is looked up: if the password changes during this check, this session ends too.
  const began = installation.clock.now()
  const claim = await claimSignIn(installation, { email, place })
  const known = await findByEmail(installation, email)
  const right = await verify(known?.passwordHash ?? (await nobody()), input.password)
  if (!known || !right) throw fail('sign-in.wrong')
  if (known.totpSince !== null)
    await requireCode(installation, { known, code: input.code?.trim() ?? '', place })
  await claim.forgive()
  const { id: userId, sessionsFrom } = known
  // The process that has changed the password may have a clock that is ahead of this one's.
  const from = sessionsFrom !== null && sessionsFrom > began ? sessionsFrom : began
  return { userId, began: from, id: newId(), user: known }
}

async function requireCode(
  installation: Installation,
  { known, code, place }: { known: User; code: string; place: SignInSource },
): Promise<void> {
  if (code === '') throw fail('sign-in.code-missing')
  const claim = await claimCode(installation, { email: known.email, place })
  if (await consumeCode(installation, { known, code })) return claim.takeBack()
  throw fail('sign-in.code-wrong')
}

let decoy: Promise<string> | undefined

/** A hash that no password matches, so that an unknown address takes as long as a known one. */
const nobody = (): Promise<string> => {
  decoy ??= hash(randomUUID())
  return decoy
}

// Computed in advance, so that the first unknown address of a process takes no longer than the next.
void nobody()
