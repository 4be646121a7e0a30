import * as z from 'zod'

const Described = z.object({ description: z.string() })
const Failure = z.object({
  content: Described.extend({
    details: z
      .object({ flaws: z.array(Described) })
      .optional()
      .catch(undefined),
  }),
})

/** Returns why a request failed, as its response worded it. */
export function reasonOf(response: unknown): string | undefined {
  const { data } = Failure.safeParse(response)
  if (!data) return undefined
  const { description, details } = data.content
  return details && details.flaws.length > 0
    ? details.flaws.map((flaw) => flaw.description).join(' ')
    : description
}
