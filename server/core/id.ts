import { hash, randomUUID } from 'node:crypto'
import { customAlphabet } from 'nanoid'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** 16 random letters from a cryptographic source: the id of an account, an order or a link. */
export const newId: () => string = customAlphabet(letters, 16)

/** 4 random letters: the id of a subscription, unique within its account. */
export const newSubscriptionId: () => string = customAlphabet(letters, 4)

/** 8 letters: the id of a merchant, the same for the same bytes. */
export const merchantIdFrom = (bytes: Uint8Array): string => lettersFrom(bytes.subarray(0, 8))

/** An id of 16 letters, the same for the same hash (base64url), which the caller makes with a key. */
export const idFrom = (hash: string): string => lettersFrom(Buffer.from(hash, 'base64url').subarray(0, 16))

const lettersFrom = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => letters.charAt(byte % letters.length)).join('')

export const isId = (text: string): boolean => /^[A-Za-z]{16}$/.test(text)

export const isMerchantId = (text: string): boolean => /^[A-Za-z]{8}$/.test(text)

/** A random UUID: the id of an operation at a card service, a payment's reference. */
export const newReference = (): string => randomUUID()

/** Whether a text is a UUID, in upper or lower case. */
export const isReference = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** The same UUID for the same origin, so that a request repeated after a crash finds what it began. */
export function referenceFor(origin: string): string {
  const hex = hash('sha256', origin)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
