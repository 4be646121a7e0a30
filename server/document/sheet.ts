import PDFDocument from 'pdfkit'
import { fontFor } from '../core/fonts'
import { type Colour, colourOf, readable, withContrast } from '../model/colour'

export type Pdf = InstanceType<typeof PDFDocument>
type Element = ReturnType<Pdf['struct']>

export const margin = 50
/** The space at the bottom of each page for the footer. */
export const footer = 46

export const ink: Colour = '#1a1d1f'
export const grey: Colour = '#565e63'
const hairline: Colour = '#d5dadd'

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
