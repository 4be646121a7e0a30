import { z } from 'zod'

/** The documented error object. */
export const ErrorContent = z
  .strictObject({
    status: z.int(),
    type: z.string(),
    content: z.strictObject({
      type: z.string(),
      description: z.string().meta({ description: 'What to do' }),
      property: z
        .string()
        .optional()
        .meta({ description: 'Path of the property', example: 'items[2].price' }),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .meta({ id: 'Error' })
