import * as z from 'zod'
import { flawsIn } from '../http/flaws'
import type { ErrorType, Flaw } from '../model/error-object'

/** Returns the first problem of a type that a body can have by its schema; undefined if it can have none. */
export const bodyFlaw = (type: ErrorType, body: z.ZodType): Flaw | undefined =>
  invalidInputs(body)
    .flatMap((input) => flawsOf(body, input))
    .find((found) => found.type === type)?.flaw

/** Returns the first problem that query parameters can have by their schema. */
export const queryFlaw = (query: z.ZodType): Flaw | undefined =>
  namesIn(query)
    .flatMap((name) => wrongParameters.flatMap((value) => flawsOf(query, { [name]: value })))
    .find(({ type }) => type !== 'missing property')?.flaw

function flawsOf(schema: z.ZodType, input: unknown) {
  const { error } = schema.safeParse(input)
  return error ? [...flawsIn(error.issues, input, 'property')] : []
}

/** What some property of almost any schema refuses. */
const wrongValues = [true, {}, [{}], '', 'x'.repeat(10_000), -1, 1e15]
const wrongParameters = ['100000', 'x'.repeat(10_000)]

function invalidInputs(schema: z.ZodType): unknown[] {
  if (schema instanceof z.ZodArray) return invalidInputs(schema.element as z.ZodType).map((input) => [input])
  return [{}, ...namesIn(schema).flatMap((name) => wrongValues.map((value) => ({ [name]: value })))]
}

/** Returns the names of a schema's properties, or an example of a name where any is accepted. */
function namesIn(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => namesIn(option as z.ZodType))
  return schema instanceof z.ZodRecord ? ['cart'] : []
}
