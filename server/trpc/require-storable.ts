import { DocumentedError } from '../http/documented-error'
import { propertyPath } from '../http/flaws'

/**
 * Throws `invalid content` for any text in an input, including names and search texts, that PostgreSQL does not
 * accept as text. Otherwise it would be an internal fault.
 */
export function requireStorable(input: unknown, path: readonly PropertyKey[] = []): void {
  if (typeof input === 'string') {
    if (input.isWellFormed() && !input.includes('\0')) return
    const property = propertyPath(path)
    throw new DocumentedError({
      type: 'invalid content',
      content: {
        type: 'string',
        description: `${property || 'The text'} must not contain NUL characters or unpaired surrogates.`,
        ...(property && { property }),
      },
    })
  }
  if (Array.isArray(input)) input.forEach((entry, place) => void requireStorable(entry, [...path, place]))
  else if (typeof input === 'object' && input !== null) {
    for (const [name, entry] of Object.entries(input)) requireStorable(entry, [...path, name])
  }
}
