import type { Role } from '@/server/model/roles'

const names: Record<Role, string> = { owner: 'Owner', admin: 'Admin', support: 'Support', viewer: 'Viewer' }

/** The roles that somebody may give, the least first. */
export const rolesFor = (mayMakeOwners: boolean): { value: Role; label: string }[] =>
  (['viewer', 'support', 'admin', ...(mayMakeOwners ? (['owner'] as const) : [])] as const).map((role) => ({
    value: role,
    label: names[role],
  }))
