import { and, eq, isNotNull } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { serviceVerification } from '@/db/schema'
import { fail } from '../model/errors'

interface VerificationName {
  service: string
  pareq: string
}

/** Where the browser goes after the bank's page. Without an address, the opener or parent window gets a message. */
interface WayBack {
  termUrl?: string | undefined
  /** `MD`: passed back to TermUrl unchanged. */
  merchantData?: string | undefined
}

/**
 * Saves where the browser goes after the bank of a card service. Returns the bank's page; undefined for an unknown
 * verification. Throws for an address that is not http(s).
 */
export async function enterBank(
  db: Queryable,
  name: VerificationName,
  { termUrl, merchantData }: WayBack,
): Promise<string | undefined> {
  if (termUrl !== undefined && !isWebAddress(termUrl)) throw fail('verification.return-address')
  const [row] = await db
    .update(serviceVerification)
    .set({ termUrl: termUrl ?? null, merchantData: merchantData ?? null })
    .where(isNamed(name))
    .returning({ bankUrl: serviceVerification.bankUrl })
  return row?.bankUrl ?? undefined
}

/** Returns where the browser goes when it comes back from the bank; undefined for an unknown verification. */
export async function leaveBank(db: Queryable, name: VerificationName): Promise<WayBack | undefined> {
  const [row] = await db
    .select({ termUrl: serviceVerification.termUrl, merchantData: serviceVerification.merchantData })
    .from(serviceVerification)
    .where(isNamed(name))
  return row && { termUrl: row.termUrl ?? undefined, merchantData: row.merchantData ?? undefined }
}

const isNamed = ({ service, pareq }: VerificationName) =>
  and(
    eq(serviceVerification.service, service),
    eq(serviceVerification.pareq, pareq.toLowerCase()),
    isNotNull(serviceVerification.bankUrl),
  )

export const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
