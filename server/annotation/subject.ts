import * as z from 'zod'

/** What the team writes notes about and puts tags on. */
export const Subject = z.strictObject({ subject: z.enum(['account', 'order']), id: z.string().max(500) })
export type Subject = z.infer<typeof Subject>
