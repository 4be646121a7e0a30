/** What characters of any script mean. */

/** Whether a character is a letter or a digit of any script. */
export function isLetter(code: number): boolean {
  if (code < 128) return (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
  return factsOf(code).isLetter
}

/** The value of a digit of any script; undefined for any other character. */
export function digitValue(code: number): number | undefined {
  if (code < 128) return code >= 48 && code <= 57 ? code - 48 : undefined
  return factsOf(code).digit
}

interface CharacterFacts {
  digit: number | undefined
  isLetter: boolean
}

/** Texts use few characters, and finding out about one takes a microsecond. */
const knownFacts = new Map<number, CharacterFacts>()
const maxKnownFacts = 5_000

function factsOf(code: number): CharacterFacts {
  const known = knownFacts.get(code)
  if (known) return known
  const character = String.fromCodePoint(code)
  const facts = { digit: digitIn(character), isLetter: /[\p{L}\p{N}]/u.test(character) }
  if (knownFacts.size < maxKnownFacts) knownFacts.set(code, facts)
  return facts
}

function digitIn(character: string): number | undefined {
  // Full-width, mathematical, superscript and circled digits are forms of the ASCII digits.
  const plain = character.normalize('NFKC')
  if (/^\d$/.test(plain)) return Number(plain)
  if (!/\p{Nd}/u.test(character)) return undefined
  const code = character.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return (code - zero) % 10
}
