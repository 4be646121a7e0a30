import PDFDocument from 'pdfkit'
import { fontFor, type Weight } from '../core/fonts'
import { type Colour, colourOf, readable, withContrast } from '../model/colour'

type Pdf = InstanceType<typeof PDFDocument>
type Element = ReturnType<Pdf['struct']>

const margin = 50
/** The space at the bottom of each page for the footer. */
const footer = 46

const ink: Colour = '#1a1d1f'
export const grey: Colour = '#565e63'
const hairline: Colour = '#d5dadd'

export interface Style {
  size: number
  weight?: Weight
  colour?: Colour
  align?: 'left' | 'right'
  /** Digits of equal width, for columns of amounts. */
  tabular?: boolean
}

/** An A4 document being drawn from top to bottom, with a tree of tags for screen readers. */
export interface Sheet {
  pdf: Pdf
  root: Element
  /** The merchant's colour, dark enough to read on white. */
  accent: Colour
  left: number
  width: number
  /** Where the next block begins. */
  y: number
  /** Where content ends on every page. */
  bottom: number
  /** Measured widths of texts. */
  widths: Map<string, number>
  /** Draws the top of every page after the first. */
  head: (sheet: Sheet) => void
}

export interface SheetOptions {
  title: string
  language: string
  /** The document's own date. Nothing in the file depends on the clock. */
  created: Date
  colour?: string | undefined
  head: (sheet: Sheet) => void
}

export function openSheet({ title, language, created, colour, head }: SheetOptions): Sheet {
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    font: fontFor('', 'regular'),
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    tagged: true,
    lang: language,
    displayTitle: true,
    // PDFKit writes the title into XML as it is.
    info: { Title: title.replace(/[<>&]/g, ' '), Creator: 'Kassa', CreationDate: created, ModDate: created },
  })
  // Text never flows onto the next page by itself: callers use `makeRoom`.
  pdf.page.margins.bottom = 0
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const accent = withContrast(colourOf(colour) ?? ink, '#ffffff', readable)
  return {
    pdf,
    root,
    accent,
    left: margin,
    width: pdf.page.width - 2 * margin,
    y: margin,
    bottom: pdf.page.height - margin - footer,
    widths: new Map(),
    head,
  }
}

/** Begins a new page unless a block of this height fits on the current one. Returns whether it did. */
export function makeRoom(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= sheet.bottom) return false
  sheet.pdf.addPage()
  sheet.pdf.page.margins.bottom = 0
  sheet.y = margin
  artifact(sheet, () => sheet.head(sheet))
  return true
}

const lineGap = 2

/** Writes a text within a width and returns its height. */
export function put(sheet: Sheet, text: string, x: number, y: number, width: number, style: Style): number {
  const { align = 'left', colour = ink } = style
  const room = width - widthOf(sheet, text, style)
  const pdf = select(sheet, text, style).fillColor(colour)
  // PDFKit measures every word before it breaks lines. Most texts fit on one.
  if (room >= 0) {
    pdf.text(text, align === 'right' ? x + room : x, y, { lineBreak: false, ...featuresOf(style) })
    return lineHeight(pdf)
  }
  const lines = withBreaks(sheet, text, width, style)
  const height = pdf.heightOfString(lines, { width, lineGap, ...featuresOf(style) })
  pdf.text(lines, x, y, { width, align, lineGap, ...featuresOf(style) })
  return height
}

export function heightOf(sheet: Sheet, text: string, width: number, style: Style): number {
  const fits = widthOf(sheet, text, style) <= width
  const pdf = select(sheet, text, style)
  if (fits) return lineHeight(pdf)
  return pdf.heightOfString(withBreaks(sheet, text, width, style), { width, lineGap, ...featuresOf(style) })
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Breaks words that are longer than a line and have no hyphen or slash at which PDFKit could break them. PDFKit would
 * measure every beginning of such a word, which takes twice as long as drawing it.
 */
function withBreaks(sheet: Sheet, text: string, width: number, style: Style): string {
  const pdf = select(sheet, text, style)
  const widths = new Map<string, number>()
  const widthOfLetter = (letter: string) => {
    const known = widths.get(letter) ?? pdf.widthOfString(letter, featuresOf(style))
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
  const width = select(sheet, text, style).widthOfString(text, featuresOf(style))
  sheet.widths.set(key, width)
  return width
}

const select = ({ pdf }: Sheet, text: string, { size, weight = 'regular' }: Style): Pdf =>
  pdf.font(fontFor(text, weight), size)

/**
 * Switches off contextual alternates, such as arrows, and kerning: reading their tables would take most of the time.
 * PDFKit's types do not know that a feature can be switched off.
 */
const without = { calt: false, kern: false, mark: false, mkmk: false }
const plain = without as unknown as PDFKit.Mixins.OpenTypeFeatures[]
const figures = { ...without, tnum: true } as unknown as PDFKit.Mixins.OpenTypeFeatures[]

const featuresOf = ({ tabular }: Style) => ({ features: tabular ? figures : plain })

/** Draws content with a tag of the structure tree, below a parent. `alt` says what a picture shows. */
export function tag(
  sheet: Sheet,
  parent: Element,
  type: string,
  draw: () => void,
  options: { alt?: string } = {},
): void {
  const element = sheet.pdf.struct(type, options, draw)
  parent.add(element)
  element.end()
}

/** Adds a tag that has other tags below it. The caller ends it. */
export function group(sheet: Sheet, parent: Element, type: string): Element {
  const element = sheet.pdf.struct(type)
  parent.add(element)
  return element
}

/** Draws what screen readers skip: lines, and repeated headers and footers. */
export function artifact({ pdf }: Sheet, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' })
  draw()
  pdf.endMarkedContent()
}

/** Draws a line that ends at the right edge. */
export function rule(
  sheet: Sheet,
  { y, width = sheet.width, colour = hairline }: { y: number; width?: number; colour?: Colour },
): void {
  const right = sheet.left + sheet.width
  artifact(sheet, () =>
    sheet.pdf
      .moveTo(right - width, y)
      .lineTo(right, y)
      .lineWidth(0.5)
      .strokeColor(colour)
      .stroke(),
  )
}

/** Writes the footer and the page's number on every page, and returns the file. */
export async function closeSheet(
  sheet: Sheet,
  { text, page }: { text: string; page: (page: number, count: number) => string },
): Promise<Uint8Array> {
  const { pdf, root, left, width } = sheet
  root.end()
  const style: Style = { size: 7.5, colour: grey }
  const { count } = pdf.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index)
    const top = pdf.page.height - margin - footer + 16
    rule(sheet, { y: top })
    artifact(sheet, () => {
      put(sheet, text, left, top + 9, width - 90, style)
      put(sheet, page(index + 1, count), left + width - 80, top + 9, 80, { ...style, align: 'right' })
    })
  }
  const chunks: Uint8Array[] = []
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}
