import type { SecurityChange } from '@/server/model/mail'
import type { Role } from '@/server/model/roles'

const roles: Record<Role, string> = {
  owner: 'owner: everything, other owners included',
  admin: 'admin: settings, keys and the team',
  support: 'support: orders, refunds and accounts',
  viewer: 'viewer: seeing everything, changing nothing',
}

const changes: Record<SecurityChange, { subject: string; title: string }> = {
  password: { subject: 'Your password was changed', title: 'Your password was changed' },
  'factor on': { subject: 'Two-step sign-in is on', title: 'Two-step sign-in is on' },
  'factor off': { subject: 'Two-step sign-in is off', title: 'Two-step sign-in is off' },
  'recovery codes': { subject: 'You have new recovery codes', title: 'You have new recovery codes' },
}

const consequences: Record<SecurityChange, string> = {
  password: 'Every browser was signed out. Sign in again with the new password.',
  'factor on': 'From now on signing in takes a code from your authenticator app, too.',
  'factor off': 'From now on your password alone signs you in.',
  'recovery codes': 'The earlier ones work no more.',
}

/** The texts of mail to people who work for merchants, in English. */
export const people = {
  foot: 'Sent by Kassa, which this address signs in to',
  once: (moment: string) => `The link works once, until ${moment}.`,
  passwordReset: {
    subject: 'Choose a new password for Kassa',
    title: 'Choose a new password',
    about: 'Somebody asked for a new password for this e-mail address. If it was you, choose one here.',
    button: 'Choose a new password',
    ignore: 'If it was not you, do nothing: your password stays as it is. Give the link to nobody.',
  },
  invitation: {
    subject: (merchant: string) => `You are invited to work for ${merchant}`,
    title: (merchant: string) => `Join ${merchant}`,
    about: (by: string, merchant: string) =>
      `${by} invites you to work for ${merchant} in Kassa, where its payments are looked after.`,
    role: (role: Role) => `You join as ${roles[role]}.`,
    button: (merchant: string) => `Join ${merchant}`,
    ignore: 'If you do not know who this is from, do nothing. Give the link to nobody.',
    foot: 'Sent by Kassa, because somebody gave your e-mail address',
  },
  securityNotice: {
    subject: (what: SecurityChange) => changes[what].subject,
    title: (what: SecurityChange) => changes[what].title,
    when: (moment: string) => `This was done on ${moment}.`,
    consequence: (what: SecurityChange) => consequences[what],
    notYou: 'If it was not you, choose a new password at once, and tell an owner of your merchant.',
    button: 'Sign in',
  },
}
