import type { NextAuthOptions, Session } from 'next-auth'
import type { JWT } from 'next-auth/jwt'
import { getServerSession } from 'next-auth/next'
import CredentialsProvider from 'next-auth/providers/credentials'
import { config } from '../core/config/config'
import { keyFor } from '../core/crypto'
import { log } from '../core/log'
import { hasCode } from '../model/errors'
import { runtime } from '../runtime'
import { type BrowserRequest, signInFrom } from '../user/device'
import { endSession, findUser, sessionLife, type UserSession } from '../user/session'
import { signIn } from '../user/sign-in'
import { sourceOf } from './source'

/** The codes of failed sign-ins. next-auth passes them to the sign-in page in its URL. */
const refusals = {
  wrong: 'wrong',
  failed: 'failed',
  /** With the seconds to wait: the clock of a browser may be wrong. */
  throttled: 'throttled:',
  code: { missing: 'code', wrong: 'wrong code' },
} as const

/**
 * Configures next-auth. It keeps a session in a signed and encrypted cookie, which says who signed in, and when.
 * `request`: for requests to next-auth itself.
 */
export const authOptions = (request?: BrowserRequest): NextAuthOptions => {
  const maxAge = sessionLife / 1000
  return {
    secret: Buffer.from(keyFor('session')).toString('base64url'),
    useSecureCookies: config().baseUrl.startsWith('https:'),
    pages: { signIn: '/signin', error: '/signin', signOut: '/signin' },
    session: { strategy: 'jwt', maxAge },
    jwt: { maxAge },
    providers: [
      CredentialsProvider({
        credentials: { email: { type: 'email' }, password: { type: 'password' }, code: { type: 'text' } },
        authorize: async (given) => {
          const { email = '', password = '', code } = given ?? {}
          const { userId, began, id } = await tryToSignIn({ email, password, code }, request)
          return { id: userId, began: began.getTime(), session: id }
        },
      }),
    ],
    callbacks: {
      // Without this, next-auth responds 500 to an invalid address.
      redirect: ({ url, baseUrl }) => onOwnOrigin(url, baseUrl),
      // `user` is only set when signing in, so `began` keeps its value.
      jwt: async ({ token, user }) => {
        if (user) return { sub: user.id, began: user.began, session: user.session }
        // Pages check the session themselves. A response of next-auth itself must not show a session that was signed
        // out.
        if (request && !(await findUser(runtime(), sessionOf(token))))
          throw new Error('The session has ended')
        return token
      },
      session: ({ session, token }): KassaSession => ({
        expires: session.expires,
        ...sessionOf(token),
      }),
    },
    events: {
      signOut: async ({ token }) => {
        const session = sessionOf(token)
        if (session) await endSession(runtime(), session)
      },
    },
    logger: {
      error: (code, metadata) => {
        // An ended session is normal, so it is not logged as an error.
        const report = code === 'JWT_SESSION_ERROR' ? log.debug : log.error
        report.call(log, { code, metadata }, 'Signing in')
      },
      warn: (code) => log.debug({ code }, 'Signing in'),
      debug: () => {},
    },
  }
}

/** An address of this origin, to which a browser may be sent after signing in or out; the start page instead of any other. */
function onOwnOrigin(url: string, baseUrl: string): string {
  const wanted = URL.canParse(url, baseUrl) ? new URL(url, baseUrl).href : baseUrl
  return wanted.startsWith(`${new URL(baseUrl).origin}/`) ? wanted : baseUrl
}

type KassaSession = Session & Partial<UserSession>

const sessionOf = ({ sub, began, session }: JWT): UserSession | undefined =>
  typeof sub === 'string' && typeof began === 'number' && typeof session === 'string'
    ? { userId: sub, began: new Date(began), id: session }
    : undefined

declare module 'next-auth' {
  interface User {
    began: number
    session: string
  }
}

/**
 * Returns the session of the browser that sent the request, without verifying it: that is up to `requireUser` and
 * `memberContext`.
 */
export async function browserSession(): Promise<UserSession | undefined> {
  const session = await getServerSession<NextAuthOptions, KassaSession>(authOptions())
  const { userId, began, id } = session ?? {}
  // next-auth returns it as JSON.
  return userId && began && id ? { userId, began: new Date(began), id } : undefined
}

async function tryToSignIn(
  given: Parameters<typeof signIn>[1],
  request: BrowserRequest | undefined,
): Promise<UserSession> {
  try {
    if (!request) return await signIn(runtime(), given)
    return await signInFrom(runtime(), request, { ...given, source: sourceOf(request.headers) })
  } catch (error) {
    throw new Error(refusalOf(error), { cause: error })
  }
}

function refusalOf(error: unknown): string {
  if (hasCode(error, 'sign-in.too-many')) return `${refusals.throttled}${error.params.waitSeconds}`
  if (hasCode(error, 'sign-in.code-missing')) return refusals.code.missing
  if (hasCode(error, 'sign-in.code-wrong')) return refusals.code.wrong
  if (hasCode(error, 'sign-in.wrong')) return refusals.wrong
  log.error({ err: error }, 'Signing in failed')
  return refusals.failed
}
