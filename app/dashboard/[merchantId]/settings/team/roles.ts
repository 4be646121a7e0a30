import type { Role } from '@/server/model/roles'

export const roleNames: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  support: 'Support',
  viewer: 'Viewer',
}

/** What members with a role may do. */
export const roleMeanings: Record<Role, string> = {
  owner: 'Can do everything.',
  admin: 'Can do everything except add and change owners.',
  support: 'Can charge, refund and edit, but cannot view keys or change settings.',
  viewer: 'Can view, but change nothing.',
}

/** Returns the roles that a member may assign, the least powerful first. */
export const rolesFor = (mayAddOwners: boolean): { value: Role; label: string }[] =>
  (['viewer', 'support', 'admin', ...(mayAddOwners ? (['owner'] as const) : [])] as const).map((role) => ({
    value: role,
    label: roleNames[role],
  }))

/** Says who can undo a change of role: those who have changed their own may no longer change it. */
export function whoChangesBack(before: Role, isOwn: boolean): string {
  if (!isOwn) return 'You can change it back later.'
  return `Only ${before === 'owner' ? 'another owner' : 'another admin or an owner'} can change it back.`
}
