import type { DisputeState } from '@/server/model/card/settlement'

export const disputeColours = {
  'needs response': 'amber',
  'under review': 'blue',
  won: 'green',
  lost: 'red',
  closed: undefined,
} as const satisfies Record<DisputeState, string | undefined>
