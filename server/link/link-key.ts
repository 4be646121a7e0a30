import { decodeJwt, errors } from 'jose'
import * as z from 'zod'
import { isMerchantId } from '../core/id'
import { signedKeys } from '../core/signed-key'

// Links that have been mailed contain these names.
const Claims = z
  .strictObject({
    use: z.literal('login'),
    merchant: z.string(),
    id: z.string(),
    way: z.string().exactOptional(),
  })
  .transform(({ merchant, id, way }) => ({ merchant, id, ...(way !== undefined && { returnPath: way }) }))

/** The link that a login key names. */
export interface LinkName {
  merchant: string
  id: string
  /** The page that the link leads to. It is part of the link because a mail may be opened in any browser. */
  returnPath?: string
}

const keys = signedKeys<LinkName>('login link', 'kassa-login', Claims)

/** Returns the key of a login link, always the same for the same link. */
export const signLinkKey = ({ merchant, id, returnPath }: LinkName): Promise<string> =>
  keys.sign({ use: 'login', merchant, id, way: returnPath })

export const readLinkKey = keys.read

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
