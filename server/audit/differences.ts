/** One value that changed. A value that did not exist before, or no longer exists, is left out. */
export interface ChangedValue {
  /** The path of the value: `branding.colour`. Empty for a value without parts. */
  name: string
  before?: string
  after?: string
}

/**
 * Returns what an action changed, value by value. Leaves out unchanged values unless there is nothing else to show.
 */
export function differences(before: unknown, after: unknown): ChangedValue[] {
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
