import { randomInt } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { renderSVG } from 'uqr'
import { keyedHash } from '../core/crypto'

/**
 * How long a code of the app is valid, in seconds. The codes before and after are accepted too, because clocks differ.
 */
const period = 30

/** The secret for an authenticator app: as a QR code, as text, and as a URL that opens the app. */
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

/** Returns the time step of an app's code; undefined for a code that is not valid now. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const epoch = Math.floor(now.getTime() / 1000)
  const result = verifySync({ secret, token, epoch, epochTolerance: period })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

/** The number of recovery codes. */
const recoveryCodesMade = 10

/** Leaves out characters that look alike: 0 and o, and 1, i and l. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const newRecoveryCode = (): string =>
  Array.from(
    { length: 10 },
    (_, place) => `${place === 5 ? '-' : ''}${letters[randomInt(letters.length)]}`,
  ).join('')

export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodesMade }, newRecoveryCode)

/** About 50 random bits could be guessed from a plain hash, but not from a keyed one without Kassa's secret. */
export const hashRecoveryCode = (userId: string, code: string): string =>
  keyedHash('recovery code', `${userId}:${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
