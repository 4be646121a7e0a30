import type { z } from 'zod'
import { type ErrorType, type Flaw, KassaError } from '../error/error'

type Issue = z.core.$ZodIssue
type Found = { type: ErrorType; flaw: Flaw }

/** How a property is written: `items[2].price`. */
export const propertyPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  )

/** How many problems an answer lists: enough for any honest caller, and never more bytes than a few requests. */
const mostFlaws = 100

/**
 * The documented error for content that does not fit its schema. The first problem is its `content`; when there is
 * more than one, all of them, up to a hundred, are in `content.details.flaws`.
 */
export function contentError(issues: readonly Issue[], input: unknown): KassaError {
  const found = issues.flatMap((issue) => flawsOf(issue, input)).slice(0, mostFlaws)
  const [first] = found
  if (!first) throw new Error('Content was refused without a reason')
  const flaws = found.map(({ flaw }) => flaw)
  return new KassaError(
    first.type,
    found.length > 1 ? { ...first.flaw, details: { ...first.flaw.details, flaws } } : first.flaw,
  )
}

/** The documented error for query parameters that do not fit. */
export function queryError(issues: readonly Issue[], input: unknown): KassaError {
  const { content } = contentError(issues, input)
  return new KassaError('invalid query argument', content)
}

function flawsOf(issue: Issue, input: unknown, above: readonly PropertyKey[] = []): Found[] {
  const path = [...above, ...issue.path]
  const property = propertyPath(path)
  const at = property ? { property } : {}
  const name = property || 'The content'
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        type: 'malformed content',
        flaw: {
          type: 'unknown property',
          description: `${propertyPath([...path, key])} is not a property here. Check its spelling, or leave it out.`,
          property: propertyPath([...path, key]),
        },
      }))
    case 'invalid_union':
      return unionFlaws(issue, input, path)
    case 'invalid_type':
    case 'invalid_value': {
      const expected =
        issue.code === 'invalid_type'
          ? inWords(issue.expected)
          : issue.values.map((v) => `"${String(v)}"`).join(' or ')
      const kind = issue.code === 'invalid_type' ? issue.expected : 'string'
      return valueAt(input, path) === undefined
        ? [
            {
              type: 'missing property',
              flaw: { type: kind, description: `${name} is missing. Give it: ${expected}.`, ...at },
            },
          ]
        : [
            {
              type: 'malformed content',
              flaw: { type: kind, description: `${name} must be ${expected}.`, ...at },
            },
          ]
    }
    case 'invalid_format':
      return [
        {
          type: 'malformed content',
          flaw: { type: issue.format, description: `${name} ${phrase(issue.message)}.`, ...at },
        },
      ]
    case 'too_small':
    case 'too_big':
      return [
        {
          type: 'invalid content',
          flaw: { type: issue.origin, description: `${name} ${limit(issue)}.`, ...at },
        },
      ]
    default:
      return [
        {
          type: 'invalid content',
          flaw: { type: 'value', description: `${name} ${phrase(issue.message)}.`, ...at },
        },
      ]
  }
}

const typesInWords: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
  tuple: 'a list',
}

const inWords = (type: string) => typesInWords[type] ?? type

/** Whether a problem with a form of a union says that another form was meant: its outermost type is another. */
function isOtherForm(problem: Issue, given: unknown): boolean {
  if (problem.path.length > 0) return false
  if (problem.code === 'invalid_value') return typeof given !== typeof problem.values[0]
  return problem.code === 'invalid_type'
}

/** Of a union, the problems with the form that was evidently meant: the one whose outermost type fits. */
function unionFlaws(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  input: unknown,
  path: readonly PropertyKey[],
): Found[] {
  const given = valueAt(input, path)
  const meant = issue.errors.find((problems) => !problems.some((problem) => isOtherForm(problem, given)))
  if (meant) return meant.flatMap((inner) => flawsOf(inner, input, path))
  const property = propertyPath(path)
  const at = property ? { property } : {}
  const name = property || 'The content'
  const missing = given === undefined
  const forms = issue.errors.flatMap((problems) =>
    problems.flatMap((p) => (p.code === 'invalid_type' ? [p.expected] : [])),
  )
  const expected =
    forms.length > 0 ? [...new Set(forms)].map(inWords).join(' or ') : 'one of the documented values'
  return [
    missing
      ? {
          type: 'missing property',
          flaw: { type: expected, description: `${name} is missing. Give it: ${expected}.`, ...at },
        }
      : {
          type: 'malformed content',
          flaw: { type: expected, description: `${name} must be ${expected}.`, ...at },
        },
  ]
}

function limit(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const bound = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum)
  const edge = issue.code === 'too_small' ? 'at least' : 'at most'
  if (issue.origin === 'string')
    return `must have ${edge} ${bound} ${bound === 1 ? 'character' : 'characters'}`
  if (issue.origin === 'array') return `must have ${edge} ${bound} ${bound === 1 ? 'entry' : 'entries'}`
  if (issue.inclusive) return `must be ${edge} ${bound}`
  return issue.code === 'too_small' ? `must be more than ${bound}` : `must be less than ${bound}`
}

/** Messages of our own schemas go on from the property's name; zod's own are made to. */
const phrase = (message: string) =>
  /^(must|is|has) /.test(message) ? message.replace(/\.$/, '') : `is not right: ${message}`

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    input,
  )
}
