import type { SecurityChange } from '@/server/model/mail'
import type { Role } from '@/server/model/roles'

const roles: Record<Role, string> = {
  owner: 'an owner, with full access, including managing other owners',
  admin: 'an admin, with access to settings, keys and the team',
  support: 'a support member, with access to orders, refunds and accounts',
  viewer: 'a viewer, with read-only access',
}

const changes: Record<SecurityChange, { what: string; consequence: string; notYou?: string; foot?: string }> =
  {
    password: {
      what: 'Your password was changed',
      consequence: 'You have been signed out on all devices. Sign in again with the new password.',
    },
    'factor on': {
      what: 'Two-step sign-in is on',
      consequence:
        'You now also need a code from your authenticator app to sign in. You have been signed out on all other devices.',
    },
    'factor off': {
      what: 'Two-step sign-in is off',
      consequence: 'You now sign in with your password only.',
    },
    'recovery codes': {
      what: 'You have new recovery codes',
      consequence: 'Your old recovery codes no longer work.',
    },
    address: {
      what: 'Your sign-in address was changed',
      consequence:
        'The operator of Kassa changed the e-mail address that you sign in with. You have been signed out on all devices. Sign in with the new address.',
      notYou: 'If you did not ask for this, tell an owner of your merchant immediately.',
      foot: 'Sent by Kassa because you sign in, or signed in until now, with this e-mail address',
    },
  }

/** Texts of mail to dashboard users. */
export const people = {
  foot: 'Sent by Kassa because you sign in with this e-mail address',
  once: (moment: string) => `The link works once and expires on ${moment}.`,
  passwordReset: {
    subject: 'Reset your Kassa password',
    title: 'Reset your password',
    about: 'We received a request to reset the password for this e-mail address.',
    button: 'Choose a new password',
    ignore:
      'If you did not request this, ignore this e-mail: your password stays the same. Do not share the link.',
  },
  invitation: {
    subject: (merchant: string) => `You are invited to join ${merchant}`,
    title: (merchant: string) => `Join ${merchant}`,
    about: (by: string, merchant: string) =>
      `${by} has invited you to join ${merchant} in Kassa, where the team manages its payments.`,
    role: (role: Role) => `You will join as ${roles[role]}.`,
    button: (merchant: string) => `Join ${merchant}`,
    ignore: 'If you do not know the sender, ignore this e-mail. Do not share the link.',
    foot: 'Sent by Kassa because someone entered your e-mail address',
  },
  securityNotice: {
    changes,
    when: (moment: string) => `This change was made on ${moment}.`,
    notYou:
      'If this was not you, reset your password immediately with “Forgot your password?” on the sign-in page, and tell an owner of your merchant.',
    button: 'Sign in',
  },
  teamNotice: {
    foot: (merchant: string) => `Sent by Kassa because you are a member of ${merchant}`,
    button: 'Open in the dashboard',
    digest: {
      subject: (count: number, merchant: string) => `${count} notifications from ${merchant}`,
      about: 'This is what has happened since the last e-mail.',
      more: (count: number) => (count === 1 ? 'And one more.' : `And ${count} more.`),
    },
  },
}
