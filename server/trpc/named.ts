import * as z from 'zod'

/** Names a row by its id, which may be any text. */
export const Named = z.strictObject({ id: z.string().max(500) })

/** The sums per currency that a page showed, in minor units. */
export const Sums = z.array(z.strictObject({ currency: z.string().max(500), amount: z.bigint() })).max(200)

/** The e-mail address that a page showed, if it showed one. */
export const AddressShown = z.string().max(500).optional()
