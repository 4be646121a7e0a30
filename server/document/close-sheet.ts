import { put, type Style } from './put-text'
import { artifact, footer, grey, margin, rule, type Sheet } from './sheet'

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
