import type { Scope } from '../core/context'
import { readLogo } from '../merchant/logo'
import type { EinvoiceObstacle } from '../model/document/einvoice-obstacle'
import { fail } from '../model/errors'
import { drawDocument } from './draw-document'
import { obstacleTo } from './einvoice'
import { facturXMetadata, facturXName } from './factur-x'
import { type IssuedDocument, isIssued } from './issued'
import type { DocumentRow } from './read-documents'
import { writeEinvoice } from './write-einvoice'

/** Renders a document as a PDF. An invoice without obstacles becomes a Factur-X file: its data is embedded as XML. */
export async function renderPdf(scope: Scope, row: DocumentRow): Promise<Uint8Array> {
  const document = requireIssued(row)
  const { content: logo } = (await readLogo(scope, document.content.branding.logo)) ?? {}
  if (obstacleTo(document, 'factur-x')) return drawDocument(document, { logo })
  const xml = await writeEinvoice(document, 'factur-x')
  const attachment = {
    name: facturXName,
    content: new TextEncoder().encode(xml),
    metadata: facturXMetadata,
  }
  return drawDocument(document, { logo, attachment })
}

/**
 * Writes a document as a Peppol BIS Billing 3.0 invoice or credit note. Throws `document.no-xml` if it cannot be one.
 */
export function renderXml(row: DocumentRow): Promise<string> {
  const document = requireIssued(row)
  const obstacle = obstacleTo(document, 'peppol')
  if (obstacle) throw fail('document.no-xml', { obstacle })
  return writeEinvoice(document, 'peppol')
}

/** Whether a document has an XML file. */
export const hasXml = (row: DocumentRow): boolean => isIssued(row) && obstacleTo(row, 'peppol') === undefined

/** Why an issued document has no XML file. Undefined if it has one, or is not issued yet. */
export const xmlObstacleOf = (row: DocumentRow): EinvoiceObstacle | undefined =>
  isIssued(row) ? obstacleTo(row, 'peppol') : undefined

function requireIssued(row: DocumentRow): IssuedDocument {
  if (!isIssued(row)) throw fail('document.waiting', {})
  return row
}
