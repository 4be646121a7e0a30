/** One statement with its parameters. */
export interface Statement {
  query: string
  parameters: unknown[]
}

/** Statements that are sent together: a transaction, or a single statement without one. */
export type RecordedStep = { transaction: boolean; statements: Statement[] }

const isOpening = ({ query }: Statement) => /^begin\b/i.test(query)
const isClosing = ({ query }: Statement) => /^commit\b/i.test(query)

/** Groups recorded statements into transactions and single statements. */
export function stepsOf(sent: readonly Statement[]): RecordedStep[] {
  const steps: RecordedStep[] = []
  let open: RecordedStep | undefined
  for (const statement of sent) {
    if (isOpening(statement)) open = { transaction: true, statements: [] }
    else if (isClosing(statement)) {
      if (open) steps.push(open)
      open = undefined
    } else if (open) open.statements.push(statement)
    else steps.push({ transaction: false, statements: [statement] })
  }
  return steps
}

/** Compares two recordings of the same request and returns the texts that each request generates, such as its ids. */
export function freshTexts(first: readonly Statement[], second: readonly Statement[]): Set<string> {
  const fresh = new Set<string>()
  first.forEach(({ parameters }, at) => {
    parameters.forEach((parameter, place) => {
      const other = second[at]?.parameters[place]
      if (typeof parameter !== 'string' || parameter === other) return
      if (/^([A-Za-z]{16}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(parameter)) fresh.add(parameter)
      else
        for (const id of parameter.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []) fresh.add(id)
    })
  })
  return fresh
}

/** Returns the steps with every generated text replaced by a new one of the same form. */
export function renewed(
  steps: readonly RecordedStep[],
  fresh: ReadonlySet<string>,
  newText: (old: string) => string,
): RecordedStep[] {
  const replacements = new Map([...fresh].map((text) => [text, newText(text)]))
  const pattern = new RegExp([...fresh].join('|'), 'g')
  const renew = (parameter: unknown) =>
    typeof parameter === 'string'
      ? parameter.replace(pattern, (text) => replacements.get(text) ?? text)
      : parameter
  return steps.map((step) => ({
    ...step,
    statements: step.statements.map(({ query, parameters }) => ({
      query,
      parameters: parameters.map(renew),
    })),
  }))
}
