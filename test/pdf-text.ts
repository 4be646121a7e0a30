import { inflateSync } from 'node:zlib'

/** Reads the text of a PDF that PDFKit wrote, page by page, one line for each text that was drawn. */
export function textOfPdf(file: Uint8Array): string[] {
  const raw = Buffer.from(file).toString('latin1')
  const objects = new Map(
    [...raw.matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)].map(([, id = '', body = '']) => [id, body]),
  )
  const streamOf = (id: string): string => {
    const body = objects.get(id) ?? ''
    const bytes = Buffer.from(/stream\n(.*)\nendstream/s.exec(body)?.[1] ?? '', 'latin1')
    return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
  }
  const reference = (body: string | undefined, name: string): string =>
    new RegExp(`/${name} (\\d+) 0 R`).exec(body ?? '')?.[1] ?? ''
  const lettersOf = (font: string): string[] =>
    [...streamOf(reference(objects.get(font), 'ToUnicode')).matchAll(/\[(.*?)\]/gs)]
      .flatMap(([, range = '']) => range.match(/<[^>]*>/g) ?? [])
      .map((hex) => Buffer.from(hex.replace(/[<> ]/g, ''), 'hex').swap16().toString('utf16le'))
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body))
  return pages.map((page) => {
    const resources = objects.get(reference(page, 'Resources')) ?? ''
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, lettersOf(id)]),
    )
    let letters: string[] = []
    const lines: string[] = []
    for (const [, font, shown] of streamOf(reference(page, 'Contents')).matchAll(
      /\/(F\d+) \S+ Tf|\[(.*?)\] TJ/g,
    )) {
      if (font !== undefined) letters = fonts.get(font) ?? []
      const codes = shown?.match(/<[^>]*>/g)?.flatMap((hex) => hex.match(/[0-9a-f]{4}/gi) ?? []) ?? []
      if (codes.length > 0)
        lines.push(codes.map((code) => letters[Number.parseInt(code, 16)] ?? '?').join(''))
    }
    return lines.join('\n').replaceAll('\u00a0', ' ')
  })
}
