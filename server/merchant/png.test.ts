import { text } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { chunk, headOf, pixel, pixelsOf, pngOf } from '@/test/pixel'
import { isDrawablePng } from './png'

const isDrawable = (content: Buffer) => isDrawablePng(content, 100)

/** A chunk with a length that is not its own. */
function withLength(length: number, type: string): Buffer {
  const written = chunk(type, Buffer.alloc(4))
  written.writeUInt32BE(length)
  return written
}

const colours = chunk('PLTE', Buffer.from([1, 2, 3]))
const clear = chunk('tRNS', Buffer.from([0]))
const rows = (count: number, bytes: number) =>
  Array.from({ length: count }, () => [4, ...Array(bytes).fill(7)])
const inner = withLength(0xff_ff_ff_f0, 'abCD')
const rgba = headOf({ colourType: 6 })
const tall = headOf({ width: 5, height: 2, colourType: 6, interlacing: 1 })
/** The passes of an interlaced image of 5 × 2 pixels have 1, 1, 1, 2 and 5 pixels in a row. */
const interlacedRows = [1, 1, 1, 2, 5].flatMap((pixels) => rows(1, pixels * 4))

describe('draws', () => {
  test.each([
    ['a pixel', pixel()],
    ['a file with a line break at the end', Buffer.concat([pixel(), Buffer.from('\n')])],
    ['other chunks', pngOf(headOf(), chunk('gAMA', Buffer.alloc(4)), pixelsOf(0, 1, 2, 3))],
    [
      'a grey image of 1 bit',
      pngOf(headOf({ width: 9, height: 2, bits: 1, colourType: 0 }), pixelsOf(...rows(2, 2).flat())),
    ],
    ['a palette', pngOf(headOf({ colourType: 3 }), colours, pixelsOf(0, 0))],
    [
      'a transparent palette',
      pngOf(headOf({ width: 3, bits: 4, colourType: 3 }), colours, clear, pixelsOf(0, 0, 0)),
    ],
    ['grey and opacity', pngOf(headOf({ colourType: 4 }), pixelsOf(0, 1, 2))],
    [
      '16 bits and opacity',
      pngOf(headOf({ bits: 16, height: 2, colourType: 6 }), pixelsOf(...rows(2, 8).flat())),
    ],
    ['an interlaced image', pngOf(tall, pixelsOf(...interlacedRows.flat()))],
  ])('%s', async (_, content) => {
    expect(isDrawable(content)).toBe(true)
    expect(await drawn(content)).toContain('/Subtype /Image')
  })
})

describe('refuses', () => {
  test.each([
    ['a negative length', pngOf(headOf(), withLength(0xff_ff_ff_f4, 'abCD'), pixelsOf(0, 1, 2, 3))],
    ['a length beyond the file', pngOf(headOf(), withLength(0x7f_ff_ff_ff, 'IDAT'))],
    ['a palette beyond the file', pngOf(headOf({ colourType: 3 }), withLength(0x7f_ff_ff_ff, 'PLTE'))],
    ['a negative length in a chunk', pngOf(rgba, chunk('tRNS', inner), pixelsOf(0, 1, 2, 3, 4))],
    ['a truncated file', pixel().subarray(0, -4)],
    ['text after the end', Buffer.concat([pixel(), Buffer.from('more')])],
    ['a second header', pngOf(headOf(), headOf({ width: 90_000, height: 90_000 }), pixelsOf(0, 1, 2, 3))],
    ['a header that is not first', pngOf(pixelsOf(0, 1, 2, 3), headOf())],
    ['no header', pngOf(pixelsOf(0, 1, 2, 3))],
    ['too many pixels', pngOf(headOf({ width: 101 }), pixelsOf(...rows(1, 303).flat()))],
    ['no width', pngOf(headOf({ width: 0 }), pixelsOf(0))],
    ['an unknown colour type', pngOf(headOf({ colourType: 5 }), pixelsOf(0, 1))],
    ['a depth of another colour type', pngOf(headOf({ bits: 4, colourType: 6 }), pixelsOf(0, 1, 2))],
    ['an unknown interlacing', pngOf(headOf({ interlacing: 2 }), pixelsOf(0, 1, 2, 3))],
    ['a missing palette', pngOf(headOf({ colourType: 3 }), pixelsOf(0, 0))],
    ['half a colour', pngOf(headOf({ colourType: 3 }), chunk('PLTE', Buffer.alloc(4)), pixelsOf(0, 0))],
    ['pixels that are not compressed', pngOf(rgba, chunk('IDAT', Buffer.from('nonsense')))],
    ['no pixels', pngOf(rgba)],
    ['too few pixels', pngOf(rgba, pixelsOf(0, 1, 2, 3))],
    ['too much data', pngOf(rgba, pixelsOf(...Array(1000).fill(0)))],
    ['an unknown filter', pngOf(rgba, pixelsOf(5, 1, 2, 3, 4))],
    [
      'an unknown filter of an interlaced image',
      pngOf(tall, pixelsOf(...interlacedRows.flat().with(-21, 5))),
    ],
    ['a narrow interlaced image', pngOf(headOf({ interlacing: 1 }), pixelsOf(0, 1, 2, 3))],
  ])('%s', (_, content) => {
    expect(isDrawable(content)).toBe(false)
  })
})

async function drawn(content: Buffer): Promise<string> {
  const pdf = new PDFDocument()
  pdf.image(content, 0, 0, { fit: [100, 100] })
  pdf.end()
  return text(pdf)
}
