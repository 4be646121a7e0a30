/**
 * Returns the initials of a name: JD for "Jane van Doe", J for "jane@example.com". Without letters, its first
 * character.
 */
export function initialsOf(name: string): string {
  const words =
    name
      .split('@', 1)
      .join('')
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? []
  const ends = words.length > 1 ? [words.at(0), words.at(-1)] : words
  const letters = ends.map((word = '') => [...word][0] ?? '').join('')
  return (letters || ([...name.trim()][0] ?? '')).toLocaleUpperCase()
}
