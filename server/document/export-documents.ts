import type { Context } from '../core/context'
import { fileNameOf } from './file-name'
import { hasXml, renderPdf, renderXml } from './render-document'
import { type DocumentSearch, issuedDocuments } from './search-documents'
import { zipOf } from './zip'

/** Exports the issued documents that match the filters as a ZIP of their PDFs, and of the XML of those that have it. */
export const exportDocuments = (context: Context, search: DocumentSearch): ReadableStream<Uint8Array> =>
  zipOf(filesOf(context, search))

async function* filesOf(context: Context, search: DocumentSearch) {
  for await (const row of issuedDocuments(context, search)) {
    const about = { date: row.issued ?? row.created }
    const name = fileNameOf(row)
    yield { ...about, name: `pdf/${name}.pdf`, content: await renderPdf(context, row), compress: false }
    if (hasXml(row)) {
      const content = new TextEncoder().encode(await renderXml(row))
      yield { ...about, name: `xml/${name}.xml`, content, compress: true }
    }
  }
}
