import { type Font, openSync } from 'fontkit'
import { fontFiles } from './font-files'

export type Weight = 'regular' | 'bold'

type Family = keyof typeof fontFiles

const western = ['inter', 'dejavu'] as const
const all = [...western, 'gothic', 'nanum', 'xiaowei'] as const
/** The other fonts are large and stay open, so emoji, which none of them has, must not open them. */
const isEastAsian =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

const opened = new Map<Family, Font>()

/** Returns the font file for a text: the first that has all of its characters, or else the one that has the most. */
export function fontFor(text: string, weight: Weight): string {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0).filter((point) => point >= 32)
  let best: { family: Family; missing: number } | undefined
  for (const family of isEastAsian.test(text) ? all : western) {
    const font = open(family)
    const missing = points.filter((point) => !font.hasGlyphForCodePoint(point)).length
    if (best === undefined || missing < best.missing) best = { family, missing }
    if (missing === 0) break
  }
  return fontFiles[best?.family ?? 'inter'][weight]
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
