'use client'

import type { ReactNode } from 'react'
import { useMerchant } from './merchant'
import { Message } from './query-state'

const those = { support: 'Support, admins and owners', admin: 'Admins and owners' } as const

/** A page for members with at least a certain role. Others see who may open it. `to`: "create orders". */
export function OnlyFor({
  needs,
  to,
  children,
}: {
  needs: keyof typeof those
  to: string
  children: ReactNode
}) {
  const { may } = useMerchant()
  if (may(needs)) return children
  return (
    <Message whole title={`You cannot ${to}`}>
      <p>{those[needs]} can. Ask an admin or owner to change your role.</p>
    </Message>
  )
}
