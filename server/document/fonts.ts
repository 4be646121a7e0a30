import { type Font, openSync } from 'fontkit'
import { fontFiles } from '../core/font-files'

export type Weight = 'regular' | 'bold'

const families = {
  inter: { regular: fontFiles.inter, bold: fontFiles.interBold },
  dejavu: { regular: fontFiles.dejavu, bold: fontFiles.dejavuBold },
} as const

let inter: Font | undefined

/** Returns the font file for a text: Inter, or DejaVu Sans if Inter lacks one of its characters. */
export function fontFor(text: string, weight: Weight): string {
  inter ??= openInter()
  const { hasGlyphForCodePoint } = inter
  const known = [...text].every((character) => {
    const point = character.codePointAt(0) ?? 0
    return point < 32 || hasGlyphForCodePoint.call(inter, point)
  })
  return families[known ? 'inter' : 'dejavu'][weight]
}

function openInter(): Font {
  const opened = openSync(fontFiles.inter)
  if ('fonts' in opened) throw new Error(`${fontFiles.inter} is a collection of fonts`)
  return opened
}
