import { scheduleInFull } from '@/server/model/subscription/words'
import { declineInWords } from './en-declines'
import { people } from './en-people'

/** The texts of all mail, in English. */
export const en = {
  schedule: scheduleInFull,
  decline: declineInWords,
  people,
  labels: {
    card: 'Card',
    date: 'Date',
    due: 'Due',
    ends: 'Ends',
    firstPayment: 'First payment',
    item: 'Item',
    order: 'Order',
    refunded: 'Refunded',
    total: 'Total',
  },
  card: (scheme: string | undefined, last4: string) => `${scheme ?? 'Card'} ending in ${last4}`,
  includingVat: (rate: string) => `Including VAT ${rate}%`,
  frame: {
    questions: (shop: string) => `Questions? Ask ${shop}`,
    questionsAt: (shop: string) => `Questions? Answer this mail, or write to ${shop} at`,
    sentBy: (shop: string) => `Sent for ${shop} by Kassa`,
  },
  askForLink: {
    button: 'Ask for a login link',
    why: (shop: string) =>
      `To keep your account safe, this mail cannot log you in. ${shop} mails you a link that does.`,
  },
  loginLink: {
    subject: (shop: string) => `Your login link to ${shop}`,
    title: (shop: string) => `Log in to your account at ${shop}`,
    about: 'Your account shows your payments, your cards and your subscriptions, and lets you change them.',
    until: (moment: string) => `The link works once, until ${moment}.`,
    button: 'Log in',
    ignore: 'If you did not expect this mail, ignore it. Give the link to nobody: it opens your account.',
  },
  emailConfirm: {
    subject: (shop: string) => `Confirm your e-mail address at ${shop}`,
    title: 'Is this your e-mail address?',
    about: (shop: string) =>
      `Your account at ${shop} is to use this address. It does so once you have confirmed it.`,
    until: (moment: string) => `The link works once, until ${moment}.`,
    button: 'Confirm this address',
    ignore: 'If you did not ask for this, ignore it, and nothing changes.',
  },
  emailChanged: {
    subject: (shop: string) => `Your e-mail address at ${shop} was changed`,
    title: 'Your e-mail address was changed',
    about: (shop: string, day: string) =>
      `Since ${day}, ${shop} sends your mail to another address, which its owner has confirmed. This address gets no more of it, and links that were sent here open your account no more.`,
    stranger: (shop: string) => `If it was not you who changed it, tell ${shop} now.`,
  },
  receipt: {
    subject: (shop: string, amount: string) => `Receipt from ${shop}: ${amount}`,
    title: (amount: string) => `You paid ${amount}`,
    whole: (shop: string) => `Thank you. This is your receipt from ${shop}.`,
    part: (shop: string) => `Thank you. This is your receipt from ${shop} for a part of your order.`,
  },
  refund: {
    subject: (shop: string, amount: string) => `Refund from ${shop}: ${amount}`,
    title: (amount: string) => `You get ${amount} back`,
    whole: (shop: string) => `${shop} has refunded your order.`,
    part: (shop: string) => `${shop} has refunded a part of your order.`,
    toCard: (card: string) => `The money goes to your ${card}.`,
    when: 'It may take your bank some days to show it.',
  },
  paymentFailed: {
    subject: (shop: string, amount: string) => `Your payment of ${amount} to ${shop} did not go through`,
    title: (amount: string) => `Your payment of ${amount} did not go through`,
    next: (day: string) => `We try again on ${day}.`,
    instead: 'To pay now, or with another card, log in to your account.',
    insteadWithoutCard: 'To pay now, log in to your account and add a card.',
  },
  paymentGivenUp: {
    subject: (shop: string, amount: string) => `Your payment of ${amount} to ${shop} is still unpaid`,
    title: (amount: string) => `Your payment of ${amount} is still unpaid`,
    last: 'This was the last try: we do not try this payment again by ourselves.',
    meanwhile: (shop: string) =>
      `Your account at ${shop} is suspended until this is paid, and nothing new is billed meanwhile.`,
    instead: 'To pay, log in to your account. A card that you add there is charged at once.',
  },
  cardExpiring: {
    subject: (shop: string, card: string) => `Your ${card} at ${shop} is about to expire`,
    subjectExpired: (shop: string, card: string) => `Your ${card} at ${shop} has expired`,
    title: (card: string, day: string) => `Your ${card} expires after ${day}`,
    titleExpired: (card: string) => `Your ${card} has expired`,
    missed: (shop: string, day: string) =>
      `Your payment to ${shop} on ${day} cannot be taken from it any more. Add a new card before then, and nothing else changes.`,
    ahead: (shop: string) =>
      `Payments to ${shop} cannot be taken from it after that. Add a new card in time.`,
    expired: (shop: string) => `Payments to ${shop} cannot be taken from it any more. Add a new card.`,
    how: 'If your bank has sent you a new card, add that one: its expiry date is another, even where its number is not.',
  },
  subscriptionStarted: {
    subject: (shop: string) => `Your subscription at ${shop} has started`,
    title: 'Your subscription has started',
    subjectAhead: (shop: string, day: string) => `Your subscription at ${shop} starts on ${day}`,
    titleAhead: (day: string) => `Your subscription starts on ${day}`,
    about: (shop: string, amount: string, schedule: string) => `${shop} charges ${amount} ${schedule}.`,
    manage: 'You can see it, change its card or end it in your account.',
  },
  subscriptionEnded: {
    subject: (shop: string) => `Your subscription at ${shop} has ended`,
    subjectAhead: (shop: string, day: string) => `Your subscription at ${shop} ends on ${day}`,
    title: 'Your subscription has ended',
    titleAhead: (day: string) => `Your subscription ends on ${day}`,
    about: (day: string) => `It ended on ${day}. Nothing more is billed for it.`,
    unpaid: 'What was billed before and is not paid yet is still to be paid.',
    aboutAhead: 'No payments are taken for it after that day.',
  },
}
