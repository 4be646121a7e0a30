import type { PeopleErrors } from '../../model/error-codes'
import { conflict, type ErrorTable, forbidden, invalid, notAuthorized, tooMany } from './table'

const invitee = (description: string) => invalid('Invitation', description, { property: 'email' })

const wrongCode = 'This code is not right, or was used before. Wait for the next one and enter that.'

export const peopleErrors = {
  'session.ended': () => notAuthorized('Session', 'You are signed out. Sign in again.'),
  'sign-in.wrong': () =>
    notAuthorized('User', 'The e-mail address or the password is wrong. Check both and try again.'),
  'sign-in.code-missing': () =>
    notAuthorized('SecondFactor', 'A code is needed, too. Take it from your authenticator app.', {
      details: { code: 'missing' },
    }),
  'sign-in.code-wrong': () => notAuthorized('SecondFactor', wrongCode, { details: { code: 'wrong' } }),
  'sign-in.too-many': ({ again, waitSeconds }) => {
    const wait = Math.ceil(waitSeconds / 60)
    return tooMany(
      'User',
      `Too many failed attempts for this e-mail address. You can still sign in on a device that you have used before. Try again in ${wait} ${wait === 1 ? 'minute' : 'minutes'}.`,
      waitSeconds,
      { again: again.toISOString() },
    )
  },
  'password.wrong': ({ field }) =>
    invalid('Password', 'This is not your present password. Enter it again.', { property: field }),
  'password.not-of-known-user': () =>
    invalid('Password', 'This e-mail address already has a user: give the password of that user.', {
      property: 'password',
    }),
  'reset.spent': () =>
    invalid(
      'PasswordReset',
      'This link was used before, has expired, or a newer change has replaced it. Ask for a new one.',
      { property: 'key' },
    ),
  'factor.code-wrong': () => invalid('Code', wrongCode, { property: 'code' }),
  'factor.is-on': () => conflict('SecondFactor', 'Two-step sign-in is already on. Load the page again.'),
  'factor.is-off': () => conflict('SecondFactor', 'Two-step sign-in is off. Load the page again.'),
  'role.too-low': ({ role, needed }) =>
    forbidden(`Your role here is ${role}, and this takes ${needed}. Ask an owner of this merchant.`),
  'member.only-by-owner': () =>
    forbidden('Only an owner can add, change or remove owners. Ask an owner of this merchant.'),
  'member.last-owner': () =>
    invalid('Member', 'A merchant has at least one owner. Make another member an owner first.'),
  'invitation.to-another': ({ invited, signedIn }) =>
    forbidden(`This invitation is for ${invited}, and you are signed in as ${signedIn}.`, 'Invitation'),
  'invitation.spent': () =>
    invalid(
      'Invitation',
      'This invitation was used before, was withdrawn, or has expired. Ask for another one.',
      {
        property: 'key',
      },
    ),
  'invitation.of-known-user': () =>
    conflict('Invitation', 'This e-mail address already has a user. Sign in, and open the invitation again.'),
  'invitation.is-member': () =>
    invitee('This e-mail address already belongs to a member. Change the role in the list.'),
  'invitation.is-invited': () =>
    invitee('This e-mail address is already invited. Send the invitation again, or withdraw it.'),
  'invitation.too-soon': ({ waitSeconds }) =>
    tooMany(
      'Invitation',
      'This invitation was sent a moment ago. Wait a minute before you send it again.',
      waitSeconds,
    ),
  'invitation.too-many': ({ most, waitSeconds }) =>
    tooMany(
      'Invitation',
      `At most ${most} invitations can be sent an hour. Send the others later.`,
      waitSeconds,
    ),
  'merchant.only-by-owner': () =>
    forbidden('Only an owner of a merchant can create another. Ask an owner to create it and invite you.'),
  'setup.other-host': ({ baseUrl }) =>
    forbidden(`Kassa can only be set up at its own address, and nothing was done. Open ${baseUrl}.`),
  'setup.done': () =>
    conflict(
      'Merchant',
      'Kassa was set up already, perhaps by someone else a moment ago. Sign in, or ask them to invite you.',
    ),
} satisfies ErrorTable<keyof PeopleErrors>
