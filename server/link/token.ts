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

/** The link that a login key names. */
export interface LinkName {
  merchant: string
  id: string
  /** The page that the link leads to. It is part of the link because a mail may be opened in any browser. */
  way?: string
}

/** Returns the key of a login link, always the same for the same link: JWS in compact form. */
export const signLinkKey = ({ merchant, id, way }: LinkName): Promise<string> =>
  new CompactSign(new TextEncoder().encode(JSON.stringify({ use: 'login', merchant, id, way })))
    .setProtectedHeader({ alg: 'HS256', typ: 'kassa-login' })
    .sign(keyFor('login link'))

/** Returns the link that a key names; undefined for a text that is not a login key of this installation. */
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
 * Returns the merchant that an unverified text names, such as a key that a mail program cut short. Good enough to
 * choose a form, but for nothing else.
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
