import { CompactSign, compactVerify, errors } from 'jose'
import type * as z from 'zod'
import { keyFor } from './crypto'

/**
 * Keys with readable contents that only this installation can make: JWS in compact form, which logs recognise and hide.
 * The same contents have the same key.
 */
export const signedKeys = <Claims>(
  purpose: Parameters<typeof keyFor>[0],
  typ: string,
  claims: z.ZodType<Claims>,
) => ({
  sign: (contents: object): Promise<string> =>
    new CompactSign(new TextEncoder().encode(JSON.stringify(contents)))
      .setProtectedHeader({ alg: 'HS256', typ })
      .sign(keyFor(purpose)),

  /** Returns the contents of a key; undefined for any other text. */
  read: async (key: string): Promise<Claims | undefined> => {
    try {
      const { payload } = await compactVerify(key, keyFor(purpose), { algorithms: ['HS256'] })
      return claims.safeParse(JSON.parse(new TextDecoder().decode(payload))).data
    } catch (cause) {
      if (cause instanceof errors.JOSEError) return undefined
      throw cause
    }
  },
})
