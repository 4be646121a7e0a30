import { CompactSign, compactVerify, errors } from 'jose'
import { z } from 'zod'
import { keyFor } from '../core/crypto'

const Claims = z.strictObject({
  /** `once`: a one-time card token; `stored`: a card stored on an account. */
  use: z.enum(['once', 'stored']),
  merchant: z.string(),
  id: z.string(),
})
export type TokenClaims = z.infer<typeof Claims>

/** A signed token that names a card and holds nothing of it: JWS in compact form. */
export const signToken = (claims: TokenClaims): Promise<string> =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'HS256', typ: 'kassa-card' })
    .sign(keyFor('card token'))

/** What the token names, or undefined for a text that is no token of ours. */
export async function readToken(token: string): Promise<TokenClaims | undefined> {
  try {
    const { payload } = await compactVerify(token, keyFor('card token'), { algorithms: ['HS256'] })
    return Claims.safeParse(JSON.parse(new TextDecoder().decode(payload))).data
  } catch (cause) {
    if (cause instanceof errors.JOSEError) return undefined
    throw cause
  }
}
