/** The roles of a merchant's members, from most to least rights. Each role includes the rights of those after it. */
export const roles = ['owner', 'admin', 'support', 'viewer'] as const
export type Role = (typeof roles)[number]

/** Whether a member with `role` has the rights of `needed`. */
export const mayActAs = (role: Role, needed: Role): boolean => roles.indexOf(role) <= roles.indexOf(needed)
