import type { NextAuthOptions, Session } from 'next-auth'
import { getServerSession } from 'next-auth/next'
import CredentialsProvider from 'next-auth/providers/credentials'
import { config } from '../config/config'
import { keyFor } from '../crypto/crypto'
import { KassaError } from '../error/error'
import { log } from '../log/log'
import { runtime } from '../runtime'
import { sessionLife, type UserSession } from './session'
import { signIn } from './sign-in'

/** The texts by which the sign-in page is told why it failed: next-auth carries them in an address. */
export const refusals = {
  wrong: 'wrong',
  failed: 'failed',
  throttled: 'throttled:',
  code: { missing: 'code', wrong: 'wrong code' },
} as const

/** How next-auth keeps a session: in a signed and encrypted cookie, which says who signed in, and when. */
export const authOptions = (): NextAuthOptions => {
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
          const { userId, began } = await tryToSignIn({
            email: given?.email ?? '',
            password: given?.password ?? '',
            code: given?.code,
          })
          return { id: userId, began: began.getTime() }
        },
      }),
    ],
    callbacks: {
      // `user` is there when signing in and never again, so that `began` stays what it was.
      jwt: ({ token, user }) => (user ? { sub: user.id, began: user.began } : token),
      session: ({ session, token }): KassaSession => ({
        expires: session.expires,
        userId: token.sub ?? '',
        began: Number(token.began ?? 0),
      }),
    },
    logger: {
      error: (code, metadata) => log.error({ code, metadata }, 'Signing in'),
      warn: (code) => log.debug({ code }, 'Signing in'),
      debug: () => {},
    },
  }
}

interface KassaSession extends Session {
  userId: string
  began: number
}

declare module 'next-auth' {
  interface User {
    began: number
  }
}

/** The session of the browser that is being answered. Not believed yet: that is for `requireUser` and `memberContext`. */
export async function browserSession(): Promise<UserSession | undefined> {
  const session = await getServerSession<NextAuthOptions, KassaSession>(authOptions())
  return session?.userId ? { userId: session.userId, began: new Date(session.began) } : undefined
}

async function tryToSignIn(given: Parameters<typeof signIn>[1]): Promise<UserSession> {
  try {
    return await signIn(runtime(), given)
  } catch (error) {
    throw new Error(refusalOf(error), { cause: error })
  }
}

function refusalOf(error: unknown): string {
  if (error instanceof KassaError) {
    const { again, code } = error.content.details ?? {}
    if (error.type === 'too many requests' && typeof again === 'string')
      return `${refusals.throttled}${again}`
    if (code === 'missing' || code === 'wrong') return refusals.code[code]
    if (error.type === 'not authorized') return refusals.wrong
  }
  log.error({ err: error }, 'Signing in failed')
  return refusals.failed
}
