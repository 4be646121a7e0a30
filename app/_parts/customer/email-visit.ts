import { headers } from 'next/headers'
import { cache } from 'react'
import { type FoundChange, findEmailChange } from '@/server/customer/email-change'
import { runtime } from '@/server/runtime'
import { languageOfAccount, requireAccount } from '@/server/store/accounts'
import { languageIn } from './language'
import { findVisit } from './visit'
import { type Words, wordsFor } from './words'

/** The change of address that a key leads to, and the texts of its page. It needs no session, and opens none. */
interface EmailVisit {
  found: FoundChange
  words: Words
}

export async function findEmailVisit(sent: Headers, key: string): Promise<EmailVisit> {
  const found = await findEmailChange(runtime(), key)
  const { change, merchant } = found
  if (!change) return { found, words: wordsFor((await findVisit(sent)).words.language, merchant) }
  const account = await requireAccount({ db: runtime().db, merchant }, change.accountId)
  return { found, words: wordsFor(languageIn(sent, languageOfAccount(account)), merchant) }
}

/** Returns the same for the page being rendered. */
export const currentEmailVisit = cache(async (key: string) => findEmailVisit(await headers(), key))
