'use client'

import { Button } from '@mantine/core'
import Link from 'next/link'
import { useMerchant } from '../../../_parts/merchant'

/** Leads from books without entries to what fills them. */
export function SeeOrders() {
  const { base } = useMerchant()
  return (
    <Button component={Link} href={`${base}/orders`} prefetch={false} variant="default">
      See orders
    </Button>
  )
}
