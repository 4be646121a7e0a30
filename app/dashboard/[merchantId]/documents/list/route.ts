import { exportDocumentList } from '@/server/document/export-document-list'
import { csvRoute } from '@/server/http/member-download'

export const GET = csvRoute('documents', exportDocumentList.query, exportDocumentList)
