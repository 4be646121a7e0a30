'use client'

import { Button, Group } from '@mantine/core'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { BookPeriod } from '@/server/journal/list-entries'
import { monthInWords, monthOf } from '@/server/model/calendar'
import { useMerchant } from '../../../_parts/merchant'
import { inPeriod, spanFrom } from './period'

/** Where to look if nothing was booked in a period: in the month before, and at the orders, which fill the books. */
export function EmptyPeriodLinks({ period }: { period: BookPeriod }) {
  const { base } = useMerchant()
  const path = usePathname()
  const before = spanFrom(monthOf(period.from) - 1, 1)
  return (
    <Group gap={8}>
      <Button component={Link} href={inPeriod(path, before)} prefetch={false} variant="default">
        See {monthInWords(before.from)}
      </Button>
      <Button component={Link} href={`${base}/orders`} prefetch={false} variant="default">
        See orders
      </Button>
    </Group>
  )
}
