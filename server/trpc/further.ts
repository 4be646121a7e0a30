import { z } from 'zod'

/** What a list that grows on its page sends with its input: where to go on, and that it goes on. */
export const further = {
  cursor: z.string().max(200).optional(),
  direction: z.literal('forward').optional(),
}
