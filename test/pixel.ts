import { crc32, deflateSync } from 'node:zlib'

export function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A PNG of these chunks and an end. */
export function pngOf(...chunks: Buffer[]): Buffer {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, ...chunks, chunk('IEND', Buffer.alloc(0))])
}

/** The header of a PNG: by default, of one RGB pixel. */
export function headOf({ width = 1, height = 1, bits = 8, colourType = 2, interlacing = 0 } = {}): Buffer {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, bits, colourType, 0, 0, interlacing])
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  return chunk('IHDR', data)
}

/** The pixels of a PNG: each row begins with its filter. */
export const pixelsOf = (...bytes: number[]): Buffer => chunk('IDAT', deflateSync(Buffer.from(bytes)))

/** The smallest PNG: one pixel. */
export const pixel = (): Buffer => pngOf(headOf(), pixelsOf(0, 200, 30, 30))
