import * as z from 'zod'

/** What a list that grows on its page sends with its input: where to continue, and in which direction. */
export const further = {
  cursor: z.string().max(200).optional(),
  direction: z.literal('forward').optional(),
}
