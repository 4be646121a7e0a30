import type * as z from 'zod'
import { termOfPattern } from '../model/fields'

export type Issue = z.core.$ZodIssue

/** The JSON names of the types that a schema may expect. */
const jsonTypes: Record<string, string> = {
  array: 'array',
  boolean: 'boolean',
  int: 'number',
  null: 'null',
  number: 'number',
  object: 'object',
  record: 'object',
  string: 'string',
  tuple: 'array',
}

/** The API's names for text formats. */
const formats: Record<string, string> = {
  date: 'date',
  datetime: 'date-time',
  email: 'email',
  ip: 'ip',
  url: 'url',
  uuid: 'uuid',
}

/**
 * Returns the API's term for a problem, for `content.type`: a JSON type, a format, or a kind of property such as
 * `currency`. The validator's own words never reach a caller.
 */
export function termOf(issue: Issue, given: unknown): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'unknown property'
    case 'invalid_type':
      return jsonType(issue.expected)
    case 'invalid_value':
      return typeOf(issue.values[0])
    case 'invalid_format':
      return formats[issue.format] ?? termOfPattern(String(issue.pattern)) ?? 'string'
    case 'too_small':
    case 'too_big':
      return jsonType(issue.origin)
    case 'not_multiple_of':
      return 'number'
    case 'custom':
      return typeof issue.params?.type === 'string' ? issue.params.type : typeOf(given)
    case 'invalid_key':
      return 'object'
    case 'invalid_element':
      return 'array'
    case 'invalid_union':
      return [...new Set(expectedOf(issue))].join(' | ') || 'string'
  }
}

/** Returns the type of each form of a union, as far as the problems with it show. */
const expectedOf = (issue: Extract<Issue, { code: 'invalid_union' }>): string[] =>
  issue.errors.flatMap((problems) =>
    problems.flatMap((problem) => (problem.code === 'invalid_type' ? [jsonType(problem.expected)] : [])),
  )

const jsonType = (expected: string) => jsonTypes[expected] ?? 'string'

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : jsonType(typeof value)
}
