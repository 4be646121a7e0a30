import type { Metadata } from 'next'
import { declinesByAmount, testCards } from '@/server/card/test/cards'
import { meanings } from '@/server/card/test/meanings'
import { CardService } from './card-service'

export const metadata: Metadata = { title: 'Card service' }

export default function CardServicePage() {
  return (
    <CardService
      cards={testCards.map(({ number, behaviour }) => ({ number, meaning: meanings[behaviour] }))}
      amounts={[...declinesByAmount].map(([amount, code]) => ({ amount: amount.toFixed(2), code }))}
    />
  )
}
