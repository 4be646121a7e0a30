import type { MountFields } from './mounted-fields'
import { stripe } from './stripe'

/** The card services that have fields of their own, by name. */
export const fieldsOf: Readonly<Record<string, MountFields>> = { stripe }
