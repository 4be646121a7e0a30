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

/** Returns a signed token that names a card but contains none of its data: JWS in compact form. */
export const signToken = (claims: TokenClaims): Promise<string> =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'HS256', typ: 'kassa-card' })
    .sign(keyFor('card token'))

/** Returns the contents of a token; undefined for a text that is not a token of this installation. */
export async function readToken(token: string): Promise<TokenClaims | undefined> {
  try {
    const { payload } = await compactVerify(token, keyFor('card token'), { algorithms: ['HS256'] })
    return Claims.safeParse(JSON.parse(new TextDecoder().decode(payload))).data
  } catch (cause) {
    if (cause instanceof errors.JOSEError) return undefined
    throw cause
  }
}
