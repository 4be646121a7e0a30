import { type Font, openSync } from 'fontkit'
import { fontFiles } from './font-files'

export type Weight = 'regular' | 'bold'

type Family = keyof typeof fontFiles

/** A part of a line that is set in one font. */
export interface FontRun {
  text: string
  file: string
  /** The height of the font above its baseline, as a part of its size. */
  ascent: number
  /** Whether marks and combined letters are part of how it is read, so that no feature of the font can be left out. */
  isShaped: boolean
}

const western = ['inter', 'dejavu'] as const satisfies Family[]
const emoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u20e3/u
/** These fonts are large and stay open, so they are opened only for their scripts. */
const ofScripts: readonly (readonly [RegExp, readonly Family[]])[] = [
  [
    /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u,
    ['gothic', 'nanum', 'xiaowei'],
  ],
  [/\p{Script=Thai}/u, ['thai']],
  [/\p{Script=Devanagari}/u, ['devanagari']],
  [emoji, ['emoji']],
]
const shaped: readonly Family[] = ['thai', 'devanagari', 'emoji']

/** Characters that have no glyph: they join or choose others, or break a line. */
const isInvisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u

const opened = new Map<Family, Font>()

/** Returns the font file for most of a text: the first that has all of its characters, or else the one that has the most. */
export const fontFor = (text: string, weight: Weight): string => fontFiles[mainFamily(text).family][weight]

/**
 * Divides a line into parts that are each set in one font: that of its paragraph, or for letters that it lacks, the first
 * that has them. A letter that no font has becomes the sign for an unknown one.
 */
export function fontRuns(line: string, paragraph: string, weight: Weight): FontRun[] {
  const { family: main, isComplete } = mainFamily(paragraph)
  if (isComplete) return [runOf(line, main, weight)]
  const runs: { family: Family; text: string }[] = []
  for (const { segment } of letters.segment(line)) {
    const family = [main, ...familiesOf(segment), ...western].find((each) => missingIn(each, segment) === 0)
    const part = family ? { family, text: segment } : { family: 'dejavu' as const, text: '\ufffd' }
    const last = runs.at(-1)
    if (last?.family === part.family) last.text += part.text
    else runs.push(part)
  }
  return runs.map(({ family, text }) => runOf(text, family, weight))
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Pictures are left to their own font, so that they do not decide on that of the words beside them. */
function mainFamily(text: string): { family: Family; isComplete: boolean } {
  if (missingIn('inter', text) === 0) return { family: 'inter', isComplete: true }
  const words = text.split(emoji).join('')
  const families: Family[] = [...western, ...familiesOf(words)]
  const family =
    families.find((each) => missingIn(each, words) === 0) ??
    families.toSorted((one, other) => missingIn(one, words) - missingIn(other, words))[0] ??
    'inter'
  return { family, isComplete: missingIn(family, text) === 0 }
}

const familiesOf = (text: string): Family[] =>
  ofScripts.flatMap(([script, families]) => (script.test(text) ? families : []))

/** How many characters of a text a font lacks. */
function missingIn(family: Family, text: string): number {
  const font = open(family)
  let missing = 0
  for (const character of text)
    if (!font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) && !isInvisible.test(character)) missing++
  return missing
}

function runOf(text: string, family: Family, weight: Weight): FontRun {
  const { ascent, unitsPerEm } = open(family)
  return {
    text,
    file: fontFiles[family][weight],
    ascent: ascent / unitsPerEm,
    isShaped: shaped.includes(family),
  }
}

/** Most documents need only the first font, so the others are opened when they are needed. */
function open(family: Family): Font {
  const known = opened.get(family)
  if (known) return known
  const file = fontFiles[family].regular
  const font = openSync(file)
  if ('fonts' in font) throw new Error(`${file} is a collection of fonts`)
  opened.set(family, font)
  return font
}
