import type { Role } from '@/server/model/roles'

const names: Record<Role, string> = { owner: 'Owner', admin: 'Admin', support: 'Support', viewer: 'Viewer' }

/** What members with a role may do. */
export const roleMeanings: Record<Role, string> = {
  owner: 'Can do everything.',
  admin: 'Can do everything except add and change owners.',
  support: 'Can charge, refund and edit, but has no access to keys or settings.',
  viewer: 'Can view, but change nothing.',
}

/** Returns the roles that a member may assign, the least powerful first. */
export const rolesFor = (mayAddOwners: boolean): { value: Role; label: string }[] =>
  (['viewer', 'support', 'admin', ...(mayAddOwners ? (['owner'] as const) : [])] as const).map((role) => ({
    value: role,
    label: names[role],
  }))
