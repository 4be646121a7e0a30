import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { inTurns } from '../core/export-turns'
import { streamOf } from '../core/stream'

interface ZippedFile {
  name: string
  date: Date
  content: Uint8Array
  /** False for files that are compressed already. */
  compress: boolean
}

/** Returns files as a ZIP. Each is made when the client has read the one before, so memory holds one at a time. */
export function zipOf(files: AsyncGenerator<ZippedFile>): ReadableStream<Uint8Array> {
  const zip = new ZipFile()
  const source = zip.outputStream as Readable
  const output = Readable.from(source, { objectMode: false })
  const parts = inTurns(files, 1, ([file]) => file)
  const addNext = async () => {
    const { value: file } = await parts.next()
    if (!file) return zip.end()
    const { name, date, content, compress } = file
    zip.addReadStreamLazy(name, { mtime: date, compress }, (give) => {
      give(null, Readable.from([content]))
      // Known before the ZIP asks for the next file, once this one is written.
      add()
    })
  }
  const add = () => addNext().catch((error: Error) => source.destroy(error))
  output.on('close', () => parts.return(undefined).catch(() => undefined))
  add()
  return streamOf(output)
}
