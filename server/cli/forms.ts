/** One way to call a command. */
export interface CommandForm {
  /** The subcommand, if the command has any. */
  name?: string
  /** The words after it, by their names in the usage. All are required. */
  words?: readonly string[]
  /** The option that selects this form, if it is not the only one of its subcommand. */
  flag?: string
  /** The options that can be given. */
  options?: readonly string[]
}

interface Given {
  positionals: readonly string[]
  values: object
}

/** Returns what is wrong with the arguments of a command, or undefined if they are one of its forms. */
export function flawOf(forms: readonly CommandForm[], { positionals, values }: Given): string | undefined {
  const chosen = forms.filter(({ name }) => name === undefined || name === positionals[0])
  const words = positionals.slice(chosen.some(({ name }) => name !== undefined) ? 1 : 0)
  const options = Object.keys(values)
  const extra = chosen.map((form) => extraIn(form, words, options))
  const [first = words] = extra
  const unknown = chosen.length === 0 ? words : first.filter((each) => extra.every((of) => of.includes(each)))
  if (unknown.length > 0) return `Unknown argument: ${unknown.join(' ')}`
  const fitting = chosen.filter((_, index) => extra[index]?.length === 0)
  if (fitting.length === 0) return `These cannot be combined: ${[...new Set(extra.flat())].join(', ')}`
  const missing = fitting.map((form) => missingIn(form, words, options))
  return missing.some(({ length }) => length === 0) ? undefined : `${missing[0]?.join(' ')} is missing.`
}

const asTyped = (option: string) => `--${option}`

/** The arguments that a form does not have. */
const extraIn = (
  { words = [], flag, options = [] }: CommandForm,
  given: readonly string[],
  givenOptions: readonly string[],
): string[] => [
  ...givenOptions.filter((each) => each !== flag && !options.includes(each)).map(asTyped),
  ...given.slice(words.length),
]

/** The arguments that a form needs. */
const missingIn = (
  { words = [], flag }: CommandForm,
  given: readonly string[],
  givenOptions: readonly string[],
): string[] => [
  ...words.slice(given.length),
  ...(flag === undefined || givenOptions.includes(flag) ? [] : [asTyped(flag)]),
]
