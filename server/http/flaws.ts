import { alternatives } from '../model/alternatives'
import { counted } from '../model/counted'
import type { ErrorType, Flaw } from '../model/error-object'
import { DocumentedError } from './documented-error'
import { type Issue, termOf } from './terms'

type TypedFlaw = { type: ErrorType; flaw: Flaw }

/** Returns the path of a property: `items[2].price`. */
export const propertyPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  )

/** How many problems a response lists: enough for any legitimate caller, and never much larger than the request. */
const maxFlaws = 100

/**
 * Returns the documented error for content that does not fit its schema. The first problem is its `content`. If several
 * properties have one, up to a hundred are in `content.details.flaws`.
 */
export function contentError(
  issues: readonly Issue[],
  input: unknown,
  noun: 'property' | 'parameter' = 'property',
): DocumentedError {
  const found = firstOfEach(flawsIn(issues, input, noun), maxFlaws)
  const [first] = found
  if (!first) throw new Error('Content was refused without a reason')
  const flaws = found.map(({ flaw }) => flaw)
  return new DocumentedError({
    type: first.type,
    content: found.length > 1 ? { ...first.flaw, details: { ...first.flaw.details, flaws } } : first.flaw,
  })
}

/** Returns the first problem with each property, of the first `count` properties: the others mostly follow from it. */
function firstOfEach(flaws: Iterable<TypedFlaw>, count: number): TypedFlaw[] {
  const found = new Map<string | undefined, TypedFlaw>()
  for (const each of flaws) {
    const { property } = each.flaw
    if (!found.has(property)) found.set(property, each)
    if (found.size === count) break
  }
  return [...found.values()]
}

/** The documented error for query parameters that do not fit. */
export function queryError(issues: readonly Issue[], input: unknown): DocumentedError {
  const { content } = contentError(issues, input, 'parameter')
  return new DocumentedError({ type: 'invalid query argument', content })
}

/**
 * Returns the problems with content one by one, in the order of its schema: content that is wrong everywhere has hundreds
 * of thousands.
 */
export function* flawsIn(
  issues: readonly Issue[],
  input: unknown,
  noun: string,
  above: readonly PropertyKey[] = [],
): Generator<TypedFlaw> {
  for (const issue of issues) yield* flawsOf(issue, input, noun, above)
}

function* flawsOf(
  issue: Issue,
  input: unknown,
  noun: string,
  above: readonly PropertyKey[],
): Generator<TypedFlaw> {
  const path = [...above, ...issue.path]
  const given = valueAt(input, path)
  switch (issue.code) {
    case 'unrecognized_keys':
      for (const key of issue.keys) {
        const property = propertyPath([...path, key])
        const shown = propertyPath([...path, key || '""'])
        const description = `${shown} is not a known ${noun}. Check the spelling, or omit it.`
        yield { type: 'malformed content', flaw: { type: termOf(issue, given), description, property } }
      }
      break
    case 'invalid_union': {
      const meant = formMeant(issue, given)
      if (meant) yield* flawsIn(meant, input, noun, path)
      else yield mustBe(issue, given, path, own(issue) ?? formsOf(issue))
      break
    }
    case 'invalid_type':
      yield mustBe(issue, given, path, own(issue) ?? inWords(issue.expected))
      break
    case 'invalid_value':
      yield mustBe(issue, given, path, listed(issue.values))
      break
    case 'invalid_key':
      for (const inner of issue.issues)
        yield {
          type: 'invalid content',
          flaw: nameFlaw(inner, issue.path.at(-1), propertyPath(path.slice(0, -1)), termOf(issue, given)),
        }
      break
    case 'invalid_format':
      yield flaw('malformed content', issue, given, path, phrase(issue, given))
      break
    case 'too_small':
    case 'too_big':
      yield flaw('invalid content', issue, given, path, ownSentence(issue) ?? limit(issue))
      break
    default:
      yield flaw('invalid content', issue, given, path, phrase(issue, given))
  }
}

/** Returns a problem with a property; `what` continues the sentence that begins with its name. */
function flaw(
  type: ErrorType,
  issue: Issue,
  given: unknown,
  path: readonly PropertyKey[],
  what: string,
): TypedFlaw {
  const property = propertyPath(path)
  const description = `${property || 'The content'} ${what}.`
  return { type, flaw: { type: termOf(issue, given), description, ...(property && { property }) } }
}

/** Returns a problem with a name that the caller chose in an object. The name may be anything, so it is not quoted. */
function nameFlaw(issue: Issue, name: unknown, property: string, type: string): TypedFlaw['flaw'] {
  const what = issue.code === 'too_big' || issue.code === 'too_small' ? limit(issue) : phrase(issue, name)
  return {
    type,
    description: `A name in ${property || 'the content'} ${what}.`,
    ...(property && { property }),
  }
}

const mustBe = (issue: Issue, given: unknown, path: readonly PropertyKey[], expected: string): TypedFlaw =>
  given === undefined
    ? flaw('missing property', issue, given, path, `is missing. It must be ${expected}`)
    : flaw('malformed content', issue, given, path, `must be ${expected}`)

/** What a schema itself says that a value must be, if it does. */
const own = (issue: Issue): string | undefined => ownSentence(issue)?.match(/^must be (.*)$/)?.[1]

const listed = (values: readonly unknown[]) => alternatives(values.map((value) => `"${String(value)}"`))

const typesInWords: Record<string, string> = {
  array: 'an array',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
  tuple: 'an array',
}

const inWords = (type: string) => typesInWords[type] ?? 'of another type'

type UnionIssue = Extract<Issue, { code: 'invalid_union' }>

/** Describes the forms of a union. If one property decides between them, lists the values that it may have. */
function formsOf(issue: UnionIssue): string {
  if ('options' in issue && Array.isArray(issue.options) && issue.options.length > 0)
    return listed(issue.options)
  const expected = issue.errors.flatMap((problems) =>
    problems.flatMap((problem) => (problem.code === 'invalid_type' ? [problem.expected] : [])),
  )
  return alternatives([...new Set(expected)].map(inWords)) || 'one of the documented values'
}

/** Whether a problem with one form of a union means that another form was intended: its outermost type differs. */
function isOtherForm(problem: Issue, given: unknown): boolean {
  if (problem.path.length > 0) return false
  if (problem.code === 'invalid_value') return typeof given !== typeof problem.values[0]
  return problem.code === 'invalid_type'
}

/** Returns the problems with the form of a union that the caller evidently meant: the one whose outermost type fits. */
const formMeant = (issue: UnionIssue, given: unknown) =>
  issue.errors.find((problems) => !problems.some((problem) => isOtherForm(problem, given)))

function limit(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const bound = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum)
  const edge = issue.code === 'too_small' ? 'at least' : 'at most'
  if (issue.origin === 'string' && issue.code === 'too_small' && bound === 1) return 'must not be empty'
  if (issue.origin === 'string') return `must have ${edge} ${counted(Number(bound), 'character')}`
  if (issue.origin === 'array') return `must have ${edge} ${counted(Number(bound), 'entry', 'entries')}`
  if (issue.inclusive) return `must be ${edge} ${bound}`
  return issue.code === 'too_small' ? `must be more than ${bound}` : `must be less than ${bound}`
}

/** Messages of our own schemas continue from the property's name. The validator's own messages are not for callers. */
const phrase = (issue: Issue, given: unknown) =>
  ownSentence(issue) ?? `must be a valid ${termOf(issue, given)}`

const ownSentence = ({ message }: Issue): string | undefined =>
  /^(must|is|has) /.test(message) ? message.replace(/\.$/, '') : undefined

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    input,
  )
}
