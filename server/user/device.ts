import { timingSafeEqual } from 'node:crypto'
import { days, later } from '../core/clock'
import { config } from '../core/config/config'
import { keyedHash, sha256 } from '../core/crypto'
import { newId } from '../core/id'
import type { Installation } from '../core/runtime'
import { claimAttempt } from '../rate-limit/rate-limit'
import { findByEmail, type User, type UserSession } from './session'
import { signIn } from './sign-in'

/** How long a browser is remembered after its user last signed in: as long as browsers keep cookies. */
const remembered = days(400)

/**
 * How many browsers of a person can become known per day. Each has its own count of failures, so someone who knows the
 * password must not collect them for guessing codes later.
 */
export const newDevicesADay = 20

/** A browser that sent a request: what it claims, and the cookies for the response. */
export interface BrowserRequest {
  headers: Pick<Headers, 'get'>
  cookies: string[]
}

/**
 * The cookie that proves that a person has signed in on this browser before. It does not sign anyone in. It gives the
 * browser its own count of failed attempts, so that others cannot lock its user out. A browser may have one for each of
 * its users.
 */
function cookieName(email: string): string {
  const name = `kassa_device_${sha256(email).slice(0, 16)}`
  return isSecure() ? `__Host-${name}` : name
}

/** Signs a person in, and remembers the browser. Throws like `signIn`. */
export async function signInFrom(
  installation: Installation,
  browser: BrowserRequest,
  given: { email: string; password: string; code?: string | undefined; source: string },
): Promise<UserSession> {
  const email = given.email.trim().toLowerCase()
  const { source, ...entered } = given
  const device = await knownDevice(installation, browser, email)
  const { user, ...session } = await signIn(installation, { ...entered, place: { source, device } })
  await rememberDevice(installation, browser, { user, device })
  return session
}

/**
 * Returns the id of the device if this person has signed in on it before, and has since changed neither the password nor
 * the second factor.
 */
async function knownDevice(
  installation: Installation,
  { headers }: Pick<BrowserRequest, 'headers'>,
  email: string,
): Promise<string | undefined> {
  const value = cookieOf(headers, email)
  if (value === undefined) return undefined
  const known = await findByEmail(installation, email)
  return known && provenBy(value, known, installation.clock.now())
}

/**
 * Sets the cookie by which the browser is known from now on. `user`: as they were when they proved who they are. A device
 * that was not known yet counts towards the daily limit.
 */
async function rememberDevice(
  installation: Installation,
  { cookies }: Pick<BrowserRequest, 'cookies'>,
  { user, device }: { user: User; device: string | undefined },
): Promise<void> {
  const id = device ?? (await newDevice(installation, user))
  if (id === undefined) return
  const value = signed(user, id, String(installation.clock.now().getTime()))
  const age = `Max-Age=${remembered / 1000}`
  cookies.push(
    `${cookieName(user.email)}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}; ${age}`,
  )
}

/**
 * Changes how a person signs in. That makes every known browser unknown, except the one in which they do it. Otherwise,
 * someone who keeps failing elsewhere could lock them out meanwhile.
 */
export async function keepingDevice<Result>(
  installation: Installation,
  browser: BrowserRequest | undefined,
  { email, change }: { email: string; change: (device?: string) => Promise<Result> },
): Promise<Result> {
  if (!browser) return change()
  const device = await knownDevice(installation, browser, email)
  const result = await change(device)
  const user = device === undefined ? undefined : await findByEmail(installation, email)
  if (user) await rememberDevice(installation, browser, { user, device })
  return result
}

async function newDevice(installation: Installation, { id }: User): Promise<string | undefined> {
  const limit = { purpose: 'new device', who: id, max: newDevicesADay, window: days(1) } as const
  return 'again' in (await claimAttempt(installation, limit)) ? undefined : newId()
}

function cookieOf(headers: BrowserRequest['headers'], email: string): string | undefined {
  const start = `${cookieName(email)}=`
  const pairs = (headers.get('cookie') ?? '').split(/; */)
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length)
}

function provenBy(value: string, user: User, now: Date): string | undefined {
  const [id = '', issued = ''] = value.split('.')
  const [right, claimed] = [Buffer.from(signed(user, id, issued)), Buffer.from(value)]
  const isOurs = right.length === claimed.length && timingSafeEqual(right, claimed)
  return isOurs && later(new Date(Number(issued)), remembered) > now ? id : undefined
}

function signed({ email, passwordHash, totpSince }: User, id: string, issued: string): string {
  const state = `${passwordHash}:${totpSince?.getTime() ?? ''}`
  return `${id}.${issued}.${keyedHash('device', `${email}:${id}:${issued}:${state}`)}`
}

const isSecure = () => config().baseUrl.startsWith('https:')
