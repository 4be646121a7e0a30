import type { Role } from '@/server/model/roles'

const names: Record<Role, string> = { owner: 'Owner', admin: 'Admin', support: 'Support', viewer: 'Viewer' }

/** Returns the roles that a member may assign, the least powerful first. */
export const rolesFor = (mayAddOwners: boolean): { value: Role; label: string }[] =>
  (['viewer', 'support', 'admin', ...(mayAddOwners ? (['owner'] as const) : [])] as const).map((role) => ({
    value: role,
    label: names[role],
  }))
