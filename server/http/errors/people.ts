import type { PeopleErrors } from '../../model/error-codes'
import { conflict, type ErrorTable, forbidden, invalid, inWords, notAuthorized, tooMany } from './table'

const invitee = (description: string) => invalid('Invitation', description, 'email')

const wrongCode =
  'This code is wrong or has already been used. Enter a new code from your app or, if you have one, an unused recovery code.'

export const peopleErrors = {
  'session.ended': () => notAuthorized('Session', 'You are signed out. Sign in again.'),
  'sign-in.wrong': () =>
    notAuthorized('User', 'The e-mail address or the password is wrong. Check both and try again.'),
  'sign-in.code-missing': () =>
    notAuthorized('SecondFactor', 'Enter the code from your authenticator app as well.', {
      details: { code: 'missing' },
    }),
  'sign-in.code-wrong': () => notAuthorized('SecondFactor', wrongCode, { details: { code: 'wrong' } }),
  'sign-in.too-many': ({ again, waitSeconds }) =>
    tooMany('User', `Too many wrong passwords or codes. Try again in ${inWords(waitSeconds)}.`, waitSeconds, {
      again: again.toISOString(),
    }),
  'password.wrong': ({ field }) =>
    invalid('Password', 'This is not your current password. Enter it again.', field),
  'password.not-of-known-user': () =>
    invalid('Password', "This e-mail address already has a user. Enter that user's password.", 'password'),
  'reset.spent': () =>
    invalid(
      'PasswordReset',
      'This link was already used, has expired, or was replaced by a newer one. Request a new one.',
      'key',
    ),
  'factor.code-wrong': () => invalid('Code', wrongCode, 'code'),
  'factor.is-on': () => conflict('SecondFactor', 'Two-step sign-in is already on. Reload the page.'),
  'factor.is-off': () => conflict('SecondFactor', 'Two-step sign-in is off. Reload the page.'),
  'role.too-low': ({ role, needed }) =>
    forbidden(`Your role is ${role}, but this requires ${needed}. Ask an owner of this merchant.`),
  'member.only-by-owner': () =>
    forbidden('Only an owner can add, change or remove owners. Ask an owner of this merchant.'),
  'member.last-owner': () =>
    invalid('Member', 'A merchant must have at least one owner. Make another member an owner first.'),
  'member.changed': () =>
    conflict(
      'Member',
      'Someone else has changed the role of this member in the meantime. Reload the page, then make your change again.',
    ),
  'invitation.to-another': ({ invited, signedIn }) =>
    forbidden(`This invitation is for ${invited}, but you are signed in as ${signedIn}.`, 'Invitation'),
  'invitation.spent': () =>
    invalid(
      'Invitation',
      'This invitation was already used, was withdrawn, or has expired. Ask for a new one.',
      'key',
    ),
  'invitation.of-known-user': () =>
    conflict(
      'Invitation',
      'This e-mail address already has a user. Sign in, then open the invitation again.',
    ),
  'invitation.is-member': () =>
    invitee('This e-mail address already belongs to a member. Change their role in the list.'),
  'invitation.is-invited': () =>
    invitee('This e-mail address has already been invited. Resend the invitation, or withdraw it.'),
  'invitation.too-soon': ({ waitSeconds }) =>
    tooMany('Invitation', 'This invitation was just sent. Wait a minute before you resend it.', waitSeconds),
  'invitation.too-many': ({ max, waitSeconds }) =>
    tooMany(
      'Invitation',
      `At most ${max} invitations can be sent per hour. Try again in ${inWords(waitSeconds)}.`,
      waitSeconds,
    ),
  'invitation.too-many-to-address': ({ max, waitSeconds }) =>
    tooMany(
      'Invitation',
      `This address gets at most ${max} invitations an hour. Try again in ${inWords(waitSeconds)}.`,
      waitSeconds,
    ),
  'merchant.only-by-owner': () =>
    forbidden(
      'Only an owner of a merchant can create another one. Ask an owner to create it and invite you.',
    ),
  'setup.other-host': ({ baseUrl }) =>
    forbidden(`Kassa can only be set up at its own address, and nothing was done. Open ${baseUrl}.`),
  'setup.done': () =>
    conflict(
      'Merchant',
      'Kassa has already been set up, perhaps by someone else a moment ago. Sign in, or ask them to invite you.',
    ),
} satisfies ErrorTable<keyof PeopleErrors>
