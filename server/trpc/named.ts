import { z } from 'zod'

/** Names a row by its id, which may be any text. */
export const Named = z.strictObject({ id: z.string().max(500) })
