import { mayActAs, type Role } from '../model/roles'

/** Whether a member in `role` may invite somebody as `other`, remove one who is that, or make one that: only owners do so with owners. */
export const mayManage = (role: Role, other: Role): boolean =>
  mayActAs(role, 'admin') && (other !== 'owner' || role === 'owner')
