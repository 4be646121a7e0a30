import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { Card } from '@/server/model/card/schemas'

/** The element that `/embed/card.js` defines, for pages of ours that use it. */
export interface KassaCard extends HTMLElement {
  tokenize(): Promise<Card>
  verify(answer: unknown): Promise<'approved' | 'rejected'>
  reset(): void
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'kassa-card': DetailedHTMLProps<HTMLAttributes<KassaCard>, KassaCard> & {
        'public-key': string
        locale?: string
      }
    }
  }
}
