import { useState } from 'react'
import { capitalised } from '@/server/model/capitalised'
import { inWords, serverErrorOf } from './calls'

/** Hides an error once the form changes: it may no longer apply. */
export function useErrorUntilEdit<T>(error: T): { fresh: T | null; change: () => void } {
  const [old, setOld] = useState<T>()
  return { fresh: error === old ? null : error, change: () => setOld(error) }
}

interface InputFlaw {
  property?: string
  description: string
}

/** Returns the server's errors about the input; empty if the input was not the problem. */
function flawsOf(error: unknown): InputFlaw[] {
  const content = serverErrorOf(error)?.content
  return (content?.details?.flaws as InputFlaw[] | undefined) ?? (content ? [content] : [])
}

/** Returns a function that finds the error for a field, or for an entry of it, by its API name. */
export const fieldErrorOf =
  (error: unknown) =>
  (name: string): string | undefined => {
    const flaw = flawsOf(error).find(({ property }) => property === name || property?.startsWith(`${name}[`))
    return flaw && sentence(flaw)
  }

/** Splits errors into those of individual fields and the rest. `prefix`: the path of the form in the input. */
export function flawsIn(error: unknown, prefix: string, fields: readonly RegExp[]) {
  const at = new Map<string, string>()
  let rest: string | undefined = error && !serverErrorOf(error) ? inWords(error) : undefined
  for (const flaw of flawsOf(error)) {
    const { property = '', description } = flaw
    const own = property.startsWith(prefix) ? property.slice(prefix.length) : property
    if (fields.some((field) => field.test(own))) at.set(own, sentence(flaw))
    else rest ??= description
  }
  return { at: (property: string): string | undefined => at.get(property), rest }
}

/** Returns a description without the property's name: "must be a number." */
const unnamed = ({ description, property = '' }: InputFlaw): string =>
  property !== '' && description.startsWith(`${property} `)
    ? description.slice(property.length + 1)
    : description

/** Returns a description as a sentence without the property's name, since the label already names the field. */
const sentence = (flaw: InputFlaw): string => capitalised(unnamed(flaw).replace(/^(?=(is|has) )/, 'this '))
