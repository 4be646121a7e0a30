/** One thing that is other than before; what was not there, or is no more, is left out. */
export interface Difference {
  /** Where it stands: `branding.colour`. Empty when the whole is one value. */
  name: string
  before?: string
  after?: string
}

/** What a deed changed, line by line. What is the same before and after is left out, unless nothing else is told. */
export function differences(before: unknown, after: unknown): Difference[] {
  const [was, is] = [leaves(before), leaves(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => {
      const [old, now] = [was.get(name), is.get(name)]
      return { name, ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) }
    })
    .filter(({ before, after }) => before !== after)
}

function leaves(value: unknown, name = ''): Map<string, string> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object') return new Map([[name, String(value)]])
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) {
    return new Map([[name, value.length === 0 ? 'none' : value.join(', ')]])
  }
  return new Map(
    Object.entries(value).flatMap(([key, entry]) => [...leaves(entry, name ? `${name}.${key}` : key)]),
  )
}
