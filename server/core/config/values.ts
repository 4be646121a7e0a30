import ipaddr from 'ipaddr.js'
import * as z from 'zod'
import { withoutEncryption } from '@/db/address'

/** A whole number with a default. `meaning` completes the error. */
export const integer = (name: string, fallback: number, minimum: number, maximum: number, meaning: string) =>
  optionalInteger(name, minimum, maximum, meaning).default(fallback)

export function optionalInteger(name: string, minimum: number, maximum: number, meaning: string) {
  const error = `${name} must be a whole number from ${minimum} to ${maximum} (${meaning}).`
  return z
    .string()
    .regex(/^\d{1,9}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, { error })
}

/** Whether it is a web address without a path. */
export function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, pathname, search, hash, username } = new URL(value)
  return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash && !username
}

function isDatabase(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password, pathname, search, hash } = new URL(value)
  // After a slash, a question mark or a hash in the password, the rest would be taken for the path.
  return (
    /^postgres(ql)?:$/.test(protocol) &&
    isDecodable(username + password) &&
    !`${pathname}${search}${hash}`.includes('@')
  )
}

const databaseForm =
  'must look like postgres://user:password@host:5432/database, with special characters of the password percent-encoded, such as %2F for /, and @ in other parts as %40.'

/** The address of a PostgreSQL database. */
export const database = (name: string) =>
  z
    .string()
    .refine(isDatabase, { error: `${name} ${databaseForm}`, abort: true })
    .superRefine((value, { addIssue }) => {
      try {
        withoutEncryption(value)
      } catch (error) {
        addIssue(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    })
    .optional()

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined
  } catch {
    return false
  }
}

/** Whether it is 32 bytes in base64. */
export function isEncryptionKey(value: string): boolean {
  return /^[A-Za-z0-9+/]{43}=?$/.test(value) && Buffer.from(value, 'base64').length === 32
}

/** Entries separated by commas. */
export const listOf = (value: string) => value.split(',').map((entry) => entry.trim())

/** Whether it is a range of addresses in CIDR notation. */
export const isNetwork = (value: string) =>
  ipaddr.IPv4.isValidCIDRFourPartDecimal(value) || ipaddr.IPv6.isValidCIDR(value)
