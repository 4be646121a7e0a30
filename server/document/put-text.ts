import { type FontRun, fontFor, fontRuns, type Weight } from '../core/fonts'
import type { Colour } from '../model/colour'
import { isRightToLeft, visualRuns } from './right-to-left'
import { ink, type Pdf, type Sheet } from './sheet'

export interface Style {
  size: number
  weight?: Weight
  colour?: Colour
  align?: 'left' | 'right'
  /** Digits of equal width, for columns of amounts. */
  tabular?: boolean
}

const lineGap = 2

/** Writes a text within a width and returns its height. */
export function put(sheet: Sheet, given: string, x: number, y: number, width: number, style: Style): number {
  const { align = 'left', colour = ink } = style
  const text = printable(given)
  const lines = ownLinesOf(sheet, text, width, style)
  if (lines) {
    const height = lineHeight(select(sheet, text, style))
    for (const [index, line] of lines.entries()) {
      const start = align === 'right' ? x + width - widthOf(sheet, line, style) : x
      putLine(sheet, line, { text, x: start, y: y + index * height, style })
    }
    return lines.length * height
  }
  const broken = withBreaks(sheet, text, width, style)
  const pdf = select(sheet, text, style).fillColor(colour)
  const height = pdf.heightOfString(broken, { width, lineGap, ...featuresOf(style) })
  pdf.text(broken, x, y, { width, align, lineGap, ...featuresOf(style) })
  return height
}

/** Writes a line of a text. */
function putLine(
  sheet: Sheet,
  line: string,
  { text, x, y, style }: { text: string; x: number; y: number; style: Style },
): void {
  const runs = runsOf(line, text, style)
  const ascent = Math.max(...runs.map((run) => run.ascent)) * style.size
  let left = x
  for (const run of runs) {
    const pdf = sheet.pdf.font(run.file, style.size).fillColor(style.colour ?? ink)
    // Fonts differ in their height, and those of a line share its baseline.
    const baseline = runs.length > 1 ? { baseline: -ascent } : {}
    pdf.text(run.text, left, y, { lineBreak: false, ...featuresOf(style, run), ...baseline })
    left += pdf.widthOfString(run.text, featuresOf(style, run))
  }
}

/** Divides a line of a text into what is drawn in one font and one direction, from left to right. */
function runsOf(line: string, text: string, { weight = 'regular' }: Style): FontRun[] {
  const inFonts = (part: string) => fontRuns(part, text, weight)
  if (!isRightToLeft(text)) return inFonts(line)
  return visualRuns(line, text).flatMap((run) => (isRightToLeft(run) ? inFonts(run).reverse() : inFonts(run)))
}

export function heightOf(sheet: Sheet, given: string, width: number, style: Style): number {
  const text = printable(given)
  const lines = ownLinesOf(sheet, text, width, style)
  if (lines) return lines.length * lineHeight(select(sheet, text, style))
  const broken = withBreaks(sheet, text, width, style)
  return select(sheet, text, style).heightOfString(broken, { width, lineGap, ...featuresOf(style) })
}

/** Keeps line breaks, in one form. Other control characters have no glyph. */
const printable = (text: string): string =>
  text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n]/gu, ' ')

/**
 * Returns the lines of a text that is drawn line by line: one that fits on a line, since PDFKit would first measure every
 * word, or one in several directions or fonts, since PDFKit draws each line in one. Undefined for any other.
 */
function ownLinesOf(sheet: Sheet, text: string, width: number, style: Style): string[] | undefined {
  if (!text.includes('\n') && widthOf(sheet, text, style) <= width) return [text]
  const isMixed =
    isRightToLeft(text) || runsOf(text, text, style).some((run) => run.isShaped || run.text !== text)
  return isMixed ? linesOf(sheet, text, width, style) : undefined
}

function linesOf(sheet: Sheet, text: string, width: number, style: Style): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of withBreaks(sheet, text, width, style).split(/(?<=\s)/)) {
    if (line !== '' && widthOf(sheet, (line + word).trim(), style) > width) {
      lines.push(line.trim())
      line = ''
    }
    line += word
    if (!line.endsWith('\n')) continue
    lines.push(line.trim())
    line = ''
  }
  return line === '' ? lines : [...lines, line.trim()]
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Breaks words that are longer than a line and have no hyphen or slash at which PDFKit could break them. PDFKit would
 * measure every beginning of such a word, which takes twice as long as drawing it.
 */
function withBreaks(sheet: Sheet, text: string, width: number, style: Style): string {
  const widths = new Map<string, number>()
  const widthOfLetter = (letter: string) => {
    const known = widths.get(letter) ?? widthOfRuns(sheet, runsOf(letter, text, style), style)
    widths.set(letter, known)
    return known
  }
  // PDFKit counts the width of the break itself, and would break a line again that has no room for it.
  const room = width - widthOfLetter('\n') - 0.5
  // Shorter words fit into every column.
  return text.replace(/[^\s/–—-]{8,}[/–—-]?/gu, (word) => {
    const parts = [...letters.segment(word)].map(({ segment }) => segment)
    if (parts.reduce((sum, letter) => sum + widthOfLetter(letter), 0) <= width) return word
    let line = 0
    let broken = ''
    for (const letter of parts) {
      if (line + widthOfLetter(letter) > room) {
        broken += '\n'
        line = 0
      }
      broken += letter
      line += widthOfLetter(letter)
    }
    return broken
  })
}

const lineHeight = (pdf: Pdf): number => pdf.currentLineHeight(true) + lineGap

/** Returns the width of a text on one line. */
export function widthOf(sheet: Sheet, text: string, style: Style): number {
  const { size, weight, tabular } = style
  const key = `${size} ${weight} ${tabular} ${text}`
  const known = sheet.widths.get(key)
  if (known !== undefined) return known
  const width = widthOfRuns(sheet, runsOf(text, text, style), style)
  sheet.widths.set(key, width)
  return width
}

const widthOfRuns = ({ pdf }: Sheet, runs: FontRun[], style: Style): number =>
  runs.reduce(
    (sum, run) => sum + pdf.font(run.file, style.size).widthOfString(run.text, featuresOf(style, run)),
    0,
  )

const select = ({ pdf }: Sheet, text: string, { size, weight = 'regular' }: Style): Pdf =>
  pdf.font(fontFor(text, weight), size)

/**
 * Switches off contextual alternates, such as arrows, and kerning: reading their tables would take most of the time.
 * PDFKit's types do not know that a feature can be switched off.
 */
const without = { calt: false, kern: false, mark: false, mkmk: false }
const plain = without as unknown as PDFKit.Mixins.OpenTypeFeatures[]
const figures = { ...without, tnum: true } as unknown as PDFKit.Mixins.OpenTypeFeatures[]

const featuresOf = ({ tabular }: Style, run?: FontRun) =>
  run?.isShaped ? {} : { features: tabular ? figures : plain }
