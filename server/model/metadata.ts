import * as z from 'zod'
import { textUpTo } from './fields'
import { maxMetadataNames } from './metadata-limit'

/** The merchant's own keys and values on an account, order or subscription. */
export const Metadata = z
  .record(textUpTo(40).min(1), textUpTo(500))
  .refine((given) => Object.keys(given).length <= maxMetadataNames, {
    error: `must have at most ${maxMetadataNames} names`,
  })
  .meta({
    id: 'Metadata',
    description: `Your own names and values: at most ${maxMetadataNames} names of at most 40 characters, with values of at most 500 characters. Customers never see them`,
    maxProperties: maxMetadataNames,
    example: { cart: 'c_8812', campaign: 'spring' },
  })
export type Metadata = z.infer<typeof Metadata>

/** Returns metadata as it is stored: null if there is none. */
export const storedMetadata = (given: Metadata | null | undefined): Metadata | null =>
  given && Object.keys(given).length > 0 ? given : null
