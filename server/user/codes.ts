import { randomInt } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { renderSVG } from 'uqr'
import { keyedHash } from '../core/crypto'

/** Seconds that a code of the app stands for; those before and after are taken too, for clocks differ. */
const period = 30

/** What an authenticator app is given: as a picture, as text, and as an address that opens the app. */
export interface AppSecret {
  secret: string
  uri: string
  /** SVG of a QR code. */
  picture: string
}

export const newAppSecret = (): string => generateSecret()

export function showAppSecret(secret: string, email: string): AppSecret {
  const uri = generateURI({ issuer: 'Kassa', label: email, secret })
  return { secret, uri, picture: renderSVG(uri, { border: 2 }) }
}

/** The time step that a code of the app is of; undefined for a code that is not right now. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const epoch = Math.floor(now.getTime() / 1000)
  const result = verifySync({ secret, token, epoch, epochTolerance: period })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

/** How many recovery codes there are. */
const recoveryCodesMade = 10

/** Neither of them is taken for the other: no 0 and o, no 1, i and l. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const newRecoveryCode = (): string =>
  Array.from(
    { length: 10 },
    (_, place) => `${place === 5 ? '-' : ''}${letters[randomInt(letters.length)]}`,
  ).join('')

export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodesMade }, newRecoveryCode)

/** Some 50 random bits could be guessed back from a plain hash; from this not without Kassa's own secret. */
export const hashRecoveryCode = (userId: string, code: string): string =>
  keyedHash('recovery code', `${userId}:${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
