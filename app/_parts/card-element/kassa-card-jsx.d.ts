import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { KassaCard } from './kassa-card'

// The element that `/embed/card.js` defines, for our own pages that use it.
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'kassa-card': DetailedHTMLProps<HTMLAttributes<KassaCard>, KassaCard> & {
        'public-key': string
        locale?: string
        disabled?: boolean
      }
    }
  }
}
