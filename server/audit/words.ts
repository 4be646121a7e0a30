/** What people do, in words that follow their name. */
const deeds: Record<string, string> = {
  'account.replaceCustomer': 'changed the customer of an account',
  'account.sendLink': 'sent a login link',
  'order.operate': 'acted on an order',
  'settings.change': 'changed the settings',
  'settings.create': 'made this merchant',
  'settings.moveClock': 'moved the clock',
  'team.changeRole': 'changed a role',
  'team.invite': 'invited somebody',
  'team.join': 'joined',
  'team.remove': 'removed a member',
  'team.resend': 'sent an invitation again',
  'team.withdraw': 'withdrew an invitation',
}

/** A deed in words; one that has none here by its parts: `callback.replay` is "callback: replay". */
export const deedInWords = (action: string): string =>
  deeds[action] ?? action.replace('.', ': ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
