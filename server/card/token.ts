import { z } from 'zod'
import { signedKeys } from '../core/signed-key'

const Claims = z.strictObject({
  /** `once`: a one-time card token; `stored`: a card stored on an account. */
  use: z.enum(['once', 'stored']),
  merchant: z.string(),
  id: z.string(),
})
export type TokenClaims = z.infer<typeof Claims>

const keys = signedKeys('card token', 'kassa-card', Claims)

/** Returns a signed token that names a card but contains none of its data. */
export const signToken = (claims: TokenClaims): Promise<string> => keys.sign(claims)

/** Returns the id of a one-time token of this merchant; undefined for any other text. */
export async function tokenId(token: string, merchantId: string): Promise<string | undefined> {
  const claims = await keys.read(token)
  return claims?.use === 'once' && claims.merchant === merchantId ? claims.id : undefined
}
