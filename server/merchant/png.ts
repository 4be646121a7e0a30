import { inflateSync } from 'node:zlib'

interface Chunk {
  type: string
  data: Buffer
}

interface Header {
  width: number
  height: number
  bits: number
  colourType: number
  isInterlaced: boolean
}

/** Every pixel from a column and a row on, in steps: `[column, row, columns, rows]`. */
type Pass = readonly [number, number, number, number]

const signature = '\x89PNG\r\n\x1a\n'
const palette = 3

/** The samples of a pixel and the legal bit depths, by colour type. */
const colourTypes = new Map([
  [0, { samples: 1, depths: [1, 2, 4, 8, 16] }],
  [2, { samples: 3, depths: [8, 16] }],
  [palette, { samples: 1, depths: [1, 2, 4, 8] }],
  [4, { samples: 2, depths: [8, 16] }],
  [6, { samples: 4, depths: [8, 16] }],
])

const wholeImage: readonly Pass[] = [[0, 0, 1, 1]]
const interlaced: readonly Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]

export const isPng = (content: Uint8Array): boolean =>
  Buffer.from(content.subarray(0, signature.length)).toString('latin1') === signature

/**
 * Whether PDFKit can draw a PNG. PDFKit trusts the file: a wrong length makes it loop forever or use up the memory, and
 * wrong pixels throw where nothing can catch the error, which ends the process.
 */
export function isDrawablePng(content: Uint8Array, maxPixels: number): boolean {
  if (!isPng(content)) return false
  const chunks = chunksOf(Buffer.from(content))
  const [first, ...others] = chunks ?? []
  const header = first?.type === 'IHDR' ? readHeader(first.data) : undefined
  if (!header || others.some(({ type }) => type === 'IHDR')) return false
  if (header.width * header.height > maxPixels) return false
  if (header.colourType === palette && !hasPalette(others)) return false
  // Not allowed beside an alpha channel: PDFKit would take what it contains for further chunks.
  if (header.colourType >= 4 && others.some(({ type }) => type === 'tRNS')) return false
  const pixels = others.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : []))
  return hasWholeRows(Buffer.concat(pixels), header)
}

/** Returns the chunks before the end of the image; undefined if the file does not consist of whole chunks. */
function chunksOf(content: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = []
  let at = signature.length
  while (at + 12 <= content.length) {
    const end = at + 12 + content.readUInt32BE(at)
    if (end > content.length) return undefined
    const type = content.toString('latin1', at + 4, at + 8)
    // Some programs add a line break to a file.
    if (type === 'IEND') return content.toString('latin1', end).trim() === '' ? chunks : undefined
    chunks.push({ type, data: content.subarray(at + 8, end - 4) })
    at = end
  }
  return undefined
}

function readHeader(data: Buffer): Header | undefined {
  if (data.length !== 13) return undefined
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)]
  const [bits = 0, colourType = 0, compression, filter, interlacing] = data.subarray(8)
  if (width === 0 || height === 0 || !colourTypes.get(colourType)?.depths.includes(bits)) return undefined
  if (compression !== 0 || filter !== 0) return undefined
  if (interlacing === 0) return { width, height, bits, colourType, isInterlaced: false }
  // PDFKit misreads interlaced images with passes without pixels or with several pixels in a byte.
  if (interlacing !== 1 || width < 5 || bits < 8) return undefined
  return { width, height, bits, colourType, isInterlaced: true }
}

const hasPalette = (chunks: Chunk[]): boolean => {
  const palettes = chunks.filter(({ type }) => type === 'PLTE')
  return (
    palettes.length === 1 &&
    palettes.every(({ data: { length } }) => length > 0 && length <= 256 * 3 && length % 3 === 0)
  )
}

/** Whether the pixels are exactly those of the header, and each row begins with a known filter. */
function hasWholeRows(compressed: Buffer, header: Header): boolean {
  const rows = rowsOf(header)
  const length = rows.reduce((sum, { count, bytes }) => sum + count * bytes, 0)
  const data = inflated(compressed, length)
  if (data?.length !== length) return false
  let at = 0
  for (const { count, bytes } of rows)
    for (let row = 0; row < count; row++, at += bytes) if ((data[at] ?? 0) > 4) return false
  return true
}

/** Returns how many rows each pass has, and the bytes of a row with its filter. */
function rowsOf({ width, height, bits, colourType, isInterlaced }: Header) {
  const bitsOfPixel = bits * (colourTypes.get(colourType)?.samples ?? 0)
  return (isInterlaced ? interlaced : wholeImage).map(([column, row, columns, rows]) => ({
    count: Math.ceil((height - row) / rows),
    bytes: 1 + Math.ceil((Math.ceil((width - column) / columns) * bitsOfPixel) / 8),
  }))
}

function inflated(compressed: Buffer, maxOutputLength: number): Buffer | undefined {
  try {
    return inflateSync(compressed, { maxOutputLength })
  } catch {
    return undefined
  }
}
