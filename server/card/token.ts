import * as z from 'zod'
import { signedKeys } from '../core/signed-key'

const Claims = z.strictObject({
  /** `once`: a one-time card token; `stored`: a card stored on an account. */
  use: z.enum(['once', 'stored']),
  merchant: z.string(),
  id: z.string(),
})
export type TokenClaims = z.infer<typeof Claims>

const typ = 'kassa-card'
const keys = signedKeys('card token', typ, Claims)

/** Returns a signed token that names a card but contains none of its data. */
export const signToken = (claims: TokenClaims): Promise<string> => keys.sign(claims)

/**
 * Returns a token in a third of its length, for a row that names the merchant: what every token repeats is left out. Any
 * other text, which has no spaces, is returned as it is.
 */
export function shortToken(token: string, merchantId: string): string {
  const [, claims = '', signature = ''] = token.split('.')
  const [, use, id] = /^\{"use":"(\w+)","merchant":"\w+","id":"(\w+)"\}$/.exec(decoded(claims)) ?? []
  const short = `${use} ${id} ${signature}`
  return fullToken(short, merchantId) === token ? short : token
}

/** Returns the token that was shortened. */
export function fullToken(short: string, merchant: string): string {
  const [use, id, signature] = short.split(' ')
  return signature === undefined ? short : `${header}.${encoded({ use, merchant, id })}.${signature}`
}

const encoded = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
const decoded = (text: string) => Buffer.from(text, 'base64url').toString()

const header = encoded({ alg: 'HS256', typ })

/** Returns the id of a one-time token of this merchant; undefined for any other text. */
export async function tokenId(token: string, merchantId: string): Promise<string | undefined> {
  const claims = await keys.read(token)
  return claims?.use === 'once' && claims.merchant === merchantId ? claims.id : undefined
}
