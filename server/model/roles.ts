/** What a member of a merchant may do, the most first: each may do all that those after it may. */
export const roles = ['owner', 'admin', 'support', 'viewer'] as const
export type Role = (typeof roles)[number]

/** Whether somebody in `role` may do what needs `needed`. */
export const mayActAs = (role: Role, needed: Role): boolean => roles.indexOf(role) <= roles.indexOf(needed)
