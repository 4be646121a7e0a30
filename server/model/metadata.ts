import * as z from 'zod'
import { textUpTo } from './fields'

/** How many keys an object can have. */
const max = 50

/** The merchant's own keys and values on an account, order or subscription. */
export const Metadata = z
  .record(textUpTo(40).min(1), textUpTo(500))
  .refine((given) => Object.keys(given).length <= max, { error: `must have at most ${max} names` })
  .meta({
    id: 'Metadata',
    description:
      'Your own names and values: at most 50 names of at most 40 characters, with values of at most 500 characters. Customers never see them',
    maxProperties: max,
    example: { cart: 'c_8812', campaign: 'spring' },
  })
export type Metadata = z.infer<typeof Metadata>

/** Returns metadata as it is stored: null if there is none. */
export const storedMetadata = (given: Metadata | null | undefined): Metadata | null =>
  given && Object.keys(given).length > 0 ? given : null
