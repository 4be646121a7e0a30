import { mayActAs, type Role } from '../model/roles'

/**
 * Whether a member with `role` may invite, appoint or remove someone with the role `other`: only owners manage owners.
 */
export const mayManage = (role: Role, other: Role): boolean =>
  mayActAs(role, 'admin') && (other !== 'owner' || role === 'owner')
