import bidiFactory from 'bidi-js'

const bidi = bidiFactory()

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Whether a text has letters that are read from right to left. */
export const isRightToLeft = (text: string): boolean => rightToLeft.test(text)

/**
 * Divides a line into the runs that are drawn from left to right, each of which reads in one direction: a font lays out
 * Arabic letters from right to left, and would do the same with a number beside them.
 *
 * @param paragraph The text of which this is a line: it decides the direction of the whole.
 */
export function visualRuns(line: string, paragraph: string): string[] {
  const direction = bidi.getEmbeddingLevels(paragraph).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr'
  const embedding = bidi.getEmbeddingLevels(line, direction)
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels)
  const runs: { level: number; isReversed: boolean; text: string }[] = []
  for (const at of bidi.getReorderedIndices(line, embedding)) {
    const level = embedding.levels[at] ?? 0
    const letter = mirrored.get(at) ?? line.charAt(at)
    const last = runs.at(-1)
    // Arabic digits are read from left to right, but fonts lay them out like letters.
    const isReversed = level % 2 === 0 && isRightToLeft(letter)
    if (last?.level !== level || last.isReversed !== isReversed)
      runs.push({ level, isReversed, text: letter })
    // The font reverses what is read from right to left, so it gets the order in which it was written.
    else last.text = level % 2 === 0 && !isReversed ? last.text + letter : letter + last.text
  }
  return runs.map(({ level, text }) => (level % 2 === 0 || isRightToLeft(text) ? text : reversed(text)))
}

/** Signs alone, such as a bracket: the font would not know that they are read from right to left. */
const reversed = (signs: string): string => [...signs].reverse().join('')
