import { actorId, type Context } from '../core/context'
import { inOneTurn } from '../core/export-turns'
import { fileNameOf } from './file-name'
import type { DocumentRow } from './read-documents'
import { renderPdf, renderXml } from './render-document'

const fileTypes = {
  pdf: 'application/pdf',
  xml: 'application/xml; charset=utf-8',
} as const
export type FileType = keyof typeof fileTypes

export const isFileType = (text: string | undefined): text is FileType =>
  text !== undefined && Object.hasOwn(fileTypes, text)

/** Returns a document as a file. Throws if it has no number yet, or cannot be XML. */
export async function documentFile(
  context: Context,
  row: DocumentRow,
  type: FileType,
): Promise<{ content: Uint8Array<ArrayBuffer>; headers: Record<string, string> }> {
  const content = await inOneTurn(actorId(context), async () =>
    type === 'pdf' ? renderPdf(context, row) : new TextEncoder().encode(await renderXml(row)),
  )
  return {
    content: new Uint8Array(content),
    headers: {
      'Content-Type': fileTypes[type],
      'Content-Disposition': `attachment; filename="${fileNameOf(row)}.${type}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  }
}
