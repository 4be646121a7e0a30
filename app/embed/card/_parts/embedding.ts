import { findKeyOwner } from '@/server/key/authenticate'
import { isLanguage, type Language } from '@/server/model/language'
import { runtime } from '@/server/runtime'

export type CardQuery = Promise<Record<string, string | string[] | undefined>>

/** How a shop embeds the card form. */
interface Embedding {
  publicKey: string
  language: Language
  scheme: 'light' | 'dark'
}

/** Reads how the form is embedded from the URL of its page. */
export async function embedding(searchParams: CardQuery): Promise<Embedding> {
  const { key, locale, scheme } = await searchParams
  return {
    publicKey: typeof key === 'string' ? key : '',
    language: typeof locale === 'string' && isLanguage(locale) ? locale : 'en',
    scheme: scheme === 'dark' ? 'dark' : 'light',
  }
}

/** The URL of another page with the same form. */
export const addressOf = (path: string, { publicKey, language, scheme }: Embedding): string =>
  `${path}?${new URLSearchParams({ key: publicKey, locale: language, scheme })}`

/** Returns the owner of a valid public key. Other kinds of keys are not even looked up. */
export async function ownerOf(publicKey: string) {
  const owner = publicKey.startsWith('pk_') ? await findKeyOwner(runtime(), publicKey) : undefined
  return owner?.isValid && owner.actor.kind === 'public' ? owner : undefined
}
