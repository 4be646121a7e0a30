import * as z from 'zod'
import type { Merchant } from '@/db/schema'

/** A host as it appears in an address: lower case, with its port unless that is the default. */
export const callbackHost = () =>
  z
    .string()
    .trim()
    .max(300)
    .transform((text) => hostOf(`https://${text}/`, text) ?? text)
    .refine((text) => hostOf(`https://${text}/`, text) === text, {
      error:
        'must be a host such as "shop.example", with its port where that is not the usual one: "shop.example:8443"',
    })

/** Returns the host of an address that consists only of a host, in lower case. */
function hostOf(address: string, text: string): string | undefined {
  if (!/^(\[[\da-f:.]+\]|[\w-]+(\.[\w-]+)*)(:\d{1,5})?$/i.test(text) || !URL.canParse(address))
    return undefined
  return new URL(address).host
}

/**
 * Whether a public key may have events sent to an address: its host must be one that the merchant allows, or that of
 * one of the merchant's own callback addresses. The whole host has to match, including its port.
 */
export function mayCallBack(
  { callbackHosts, callbacks }: Pick<Merchant, 'callbackHosts' | 'callbacks'>,
  address: string,
): boolean {
  if (!URL.canParse(address)) return false
  const { host, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  return callbackHosts.includes(host) || callbacks.some((own) => new URL(own).host === host)
}
