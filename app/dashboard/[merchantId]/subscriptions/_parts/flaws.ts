import { inWords, toldOf } from '../../../_parts/calls'

interface Flaw {
  property?: string
  description: string
}

/** What the server said of single properties, and what it said besides. `prefix`: where the form is in the input. */
export function flawsIn(error: unknown, prefix: string, fields: readonly RegExp[]) {
  const content = toldOf(error)?.content
  const all: Flaw[] = (content?.details?.flaws as Flaw[] | undefined) ?? (content ? [content] : [])
  const at = new Map<string, string>()
  let rest: string | undefined = error && !content ? inWords(error) : undefined
  for (const { property = '', description } of all) {
    const own = property.startsWith(prefix) ? property.slice(prefix.length) : property
    if (fields.some((field) => field.test(own))) at.set(own, sentence(description, property))
    else rest ??= description
  }
  return { at: (property: string): string | undefined => at.get(property), rest }
}

/** The field is named by its label already. */
const sentence = (description: string, property: string): string => {
  const text = description.startsWith(`${property} `) ? description.slice(property.length + 1) : description
  return text.charAt(0).toUpperCase() + text.slice(1)
}
