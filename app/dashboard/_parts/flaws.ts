import { useState } from 'react'
import { inWords, toldOf } from './calls'

/** The error of what was sent last, until something is changed: what was wrong with it may be right by now. */
export function useFresh<T>(error: T): { fresh: T | null; change: () => void } {
  const [old, setOld] = useState<T>()
  return { fresh: error === old ? null : error, change: () => setOld(error) }
}

interface Flaw {
  property?: string
  description: string
}

/** All that the server said is wrong; nothing when it was not what was sent that was wrong. */
function flawsOf(error: unknown): Flaw[] {
  const content = toldOf(error)?.content
  return (content?.details?.flaws as Flaw[] | undefined) ?? (content ? [content] : [])
}

/** What is wrong with the field of a form that was refused, by its name in the interface, or with an entry of it. */
export const wrongWith =
  (error: unknown) =>
  (name: string): string | undefined => {
    const flaw = flawsOf(error).find(({ property }) => property === name || property?.startsWith(`${name}[`))
    return flaw && sentence(flaw)
  }

/** What the server said of single properties, and what it said besides. `prefix`: where the form is in the input. */
export function flawsIn(error: unknown, prefix: string, fields: readonly RegExp[]) {
  const at = new Map<string, string>()
  let rest: string | undefined = error && !toldOf(error) ? inWords(error) : undefined
  for (const flaw of flawsOf(error)) {
    const { property = '', description } = flaw
    const own = property.startsWith(prefix) ? property.slice(prefix.length) : property
    if (fields.some((field) => field.test(own))) at.set(own, sentence(flaw))
    else rest ??= description
  }
  return { at: (property: string): string | undefined => at.get(property), rest }
}

/** What is wrong, without the property's name: "must be a number." */
export const unnamed = ({ description, property = '' }: Flaw): string =>
  property !== '' && description.startsWith(`${property} `)
    ? description.slice(property.length + 1)
    : description

/** The field is named by its label already. */
const sentence = (flaw: Flaw): string => {
  const text = unnamed(flaw)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
