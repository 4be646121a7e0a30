import type { DocumentKind } from '@/server/model/document/content'

const kinds = { receipt: 'Receipt', invoice: 'Invoice', 'credit-note': 'Credit note' } as const

export const kindName = (kind: DocumentKind): string => kinds[kind]
