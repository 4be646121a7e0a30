import { CompactSign, compactVerify, decodeJwt, errors } from 'jose'
import { z } from 'zod'
import { keyFor } from '../core/crypto'
import { isMerchantId } from '../core/id'

const Claims = z.strictObject({
  use: z.literal('login'),
  merchant: z.string(),
  id: z.string(),
  way: z.string().exactOptional(),
})

/** Which link a login key is of. */
export interface LinkName {
  merchant: string
  id: string
  /** The page that was asked for, which it is to lead to: in the link itself, for a mail is opened in any browser. */
  way?: string
}

/** The key of a login link, always the same for the same link: JWS in compact form. */
export const signLinkKey = ({ merchant, id, way }: LinkName): Promise<string> =>
  new CompactSign(new TextEncoder().encode(JSON.stringify({ use: 'login', merchant, id, way })))
    .setProtectedHeader({ alg: 'HS256', typ: 'kassa-login' })
    .sign(keyFor('login link'))

/** The link that a key is of, or undefined for a text that is no login key of ours. */
export async function readLinkKey(key: string): Promise<LinkName | undefined> {
  try {
    const { payload } = await compactVerify(key, keyFor('login link'), { algorithms: ['HS256'] })
    return Claims.safeParse(JSON.parse(new TextDecoder().decode(payload))).data
  } catch (cause) {
    if (cause instanceof errors.JOSEError) return undefined
    throw cause
  }
}

/**
 * The merchant that a text names which need not be a key of ours: one that lost its end in a mail program, say. Good
 * enough for whose form to show, and for nothing else.
 */
export function merchantNamedIn(key: string): string | undefined {
  try {
    const { merchant } = decodeJwt(key.split('.').length === 2 ? `${key}.` : key)
    return typeof merchant === 'string' && isMerchantId(merchant) ? merchant : undefined
  } catch (cause) {
    if (cause instanceof errors.JOSEError) return undefined
    throw cause
  }
}
