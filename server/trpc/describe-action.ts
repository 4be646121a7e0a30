/** Describes actions in words that follow the name of the person. */
export const actionTexts: Record<string, string> = {
  'account.confirm': 'confirmed an account',
  'account.create': 'made an account',
  'account.makeDefault': 'chose another default card',
  'account.order': 'ordered on a stored card',
  'account.removeCard': 'removed a card',
  'account.replaceCustomer': 'changed the customer of an account',
  'account.sendLink': 'sent a login link',
  'callback.addAddress': 'added a callback address',
  'callback.removeAddress': 'removed a callback address',
  'callback.replay': 'sent a callback again',
  'callback.replayFailed': 'sent all callbacks again that were given up',
  'callback.rollSecret': 'made a new signing secret',
  'callback.test': 'sent a test callback',
  'key.expire': 'let a key end later',
  'key.make': 'made a key',
  'key.rename': 'renamed a key',
  'key.revoke': 'revoked a key',
  'key.roll': 'replaced a key',
  'order.operate': 'acted on an order',
  'order.operateMany': 'acted on several orders',
  'settings.change': 'changed the settings',
  'settings.create': 'made this merchant',
  'settings.moveClock': 'moved the clock',
  'subscription.add': 'added a subscription',
  'subscription.change': 'changed a subscription',
  'subscription.end': 'ended a subscription',
  'subscription.payNow': 'charged what a subscription owes',
  'team.changeRole': 'changed a role',
  'team.invite': 'invited somebody',
  'team.join': 'joined',
  'team.remove': 'removed a member',
  'team.resend': 'sent an invitation again',
  'team.withdraw': 'withdrew an invitation',
  'view.remove': 'removed a view',
  'view.save': 'saved a view',
}

/**
 * Returns an action in words. Actions without an entry are split into parts: `callback.replay` is "callback: replay".
 */
export const describeAction = (action: string): string =>
  actionTexts[action] ?? action.replace('.', ': ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
