import type { Day } from '@/server/model/calendar'
import type { Ending } from '@/server/model/mail'
import type { Schedule } from '@/server/model/subscription/schedule'
import { scheduleInFull } from '@/server/model/subscription/schedule-in-words'
import { declinesIn, enDeclines } from './en-declines'

/** The English texts of mail to customers. */
export const en = {
  schedule: (schedule: Schedule, start: Day) => scheduleInFull(schedule, start, 'en'),
  decline: declinesIn(enDeclines),
  labels: {
    card: 'Card',
    date: 'Date',
    due: 'Due',
    ends: 'Ends',
    firstPayment: 'First payment',
    item: 'Item',
    order: 'Order',
    paidInAll: 'Paid in total',
    refunded: 'Refunded',
    refundedInAll: 'Refunded in total',
    subscription: 'Subscription',
    total: 'Total',
  },
  card: (scheme: string | undefined, last4: string) => `${scheme ?? 'card'} ending in ${last4}`,
  includingVat: (rate: string) => `Including ${rate}% VAT`,
  partOf: (part: string, total: string) => `${part} of ${total}`,
  frame: {
    greeting: (name: string | undefined) => (name === undefined ? 'Hello,' : `Hello ${name},`),
    closing: (shop: string) => `Best regards\n${shop}`,
    questions: (shop: string) => `Questions? Contact ${shop}`,
    questionsAt: (shop: string) => `Questions? Reply to this e-mail or contact ${shop} at`,
    sentBy: (shop: string) => `Sent by Kassa on behalf of ${shop}`,
  },
  askForLink: {
    button: 'Get a login link',
    why: (shop: string) =>
      `To keep your account safe, this e-mail does not log you in. ${shop} will e-mail you a login link.`,
  },
  payLink: {
    withAnyCard: 'You can pay now, with another card or the same one.',
    withAnotherCard: 'You can pay now with another card.',
    withCard: 'You can pay now with a card.',
    button: (amount: string) => `Pay ${amount}`,
    until: (day: string) =>
      `The link leads to this payment only, without logging you in. It works until ${day}.`,
  },
  loginLink: {
    subject: (shop: string) => `Your login link to ${shop}`,
    title: (shop: string) => `Log in to your account at ${shop}`,
    about: 'In your account you can see your payments and manage your cards and subscriptions.',
    until: (moment: string) => `The link works once and expires on ${moment}.`,
    button: 'Log in',
    ignore: 'If you did not expect this e-mail, ignore it. Do not share the link: it opens your account.',
    forCard: {
      subject: (shop: string) => `Add a new card at ${shop}`,
      title: 'Add a new card',
      about: (shop: string) =>
        `A payment to ${shop} failed. Log in to add another card and to pay what is due.`,
    },
  },
  emailConfirm: {
    subject: (shop: string) => `Confirm your e-mail address at ${shop}`,
    title: 'Confirm your e-mail address',
    about: (shop: string) => `Confirm that you want to use this e-mail address for your account at ${shop}.`,
    until: (moment: string) => `The link works once and expires on ${moment}.`,
    button: 'Confirm e-mail address',
    ignore: 'If you did not request this, ignore this e-mail. Nothing will change.',
  },
  emailChanged: {
    subject: (shop: string) => `Your e-mail address at ${shop} was changed`,
    title: 'Your e-mail address was changed',
    about: (shop: string, day: string) =>
      `On ${day}, your e-mail address at ${shop} was changed to another, confirmed address. This address will receive no more e-mails about your account, and links sent to it no longer work.`,
    removed: {
      subject: (shop: string) => `Your e-mail address at ${shop} was removed`,
      title: 'Your e-mail address was removed',
      about: (shop: string, day: string) =>
        `On ${day}, this e-mail address was removed from your account at ${shop}. It will receive no more e-mails about your account, and links sent to it no longer work.`,
    },
    stranger: (shop: string) => `If you did not make this change, contact ${shop} immediately.`,
  },
  receipt: {
    subject: (shop: string, amount: string) => `Receipt from ${shop}: ${amount}`,
    title: (amount: string) => `You paid ${amount}`,
    whole: (shop: string) => `Thank you for your payment. This is your receipt from ${shop}.`,
    part: (shop: string) =>
      `Thank you for your payment. This is your receipt from ${shop} for part of your order.`,
    button: 'View your receipt',
  },
  refund: {
    subject: (shop: string, amount: string) => `Refund from ${shop}: ${amount}`,
    title: (amount: string) => `Your refund of ${amount}`,
    whole: (shop: string) => `${shop} has refunded your order.`,
    part: (shop: string) => `${shop} has refunded part of your order.`,
    toCard: (card: string) => `The money will be returned to your ${card}.`,
    when: 'It may take a few days to appear on your bank statement.',
    button: 'View your refund',
  },
  paymentFailed: {
    subject: (shop: string, amount: string) => `Your payment of ${amount} to ${shop} failed`,
    subjectOfAttempt: (attempt: number, attempts: number, day: string) =>
      `Payment attempt ${attempt} of ${attempts} failed – next attempt on ${day}`,
    title: (amount: string) => `Your payment of ${amount} failed`,
    next: (day: string) => `We will try again on ${day}.`,
  },
  paymentApproval: {
    subject: (shop: string, amount: string) => `Approve your payment of ${amount} to ${shop}`,
    title: (amount: string) => `Approve your payment of ${amount}`,
    subjectOfAttempt: (attempt: number, attempts: number, day: string) =>
      `Payment attempt ${attempt} of ${attempts} needs your approval – next attempt on ${day}`,
    about: 'Your bank wants you to confirm this payment yourself. It takes a minute.',
    button: 'Approve the payment',
    otherwise: (day: string) =>
      `If you do not approve it, we will try again on ${day}, but your bank may refuse.`,
  },
  paymentGivenUp: {
    subject: (shop: string, amount: string) => `Your payment of ${amount} to ${shop} is still unpaid`,
    subjectOfAttempt: (attempt: number, attempts: number) =>
      attempts === 1
        ? 'Your payment failed – we will not try again'
        : `Payment attempt ${attempt} of ${attempts} failed – we will not try again`,
    title: (amount: string) => `Your payment of ${amount} is still unpaid`,
    last: 'This was our last attempt. We will not retry this payment automatically.',
    meanwhile: (shop: string) =>
      `Your subscriptions at ${shop} stay paused as long as any payment is unpaid. Nothing new will be billed in the meantime.`,
  },
  cardExpiring: {
    subject: (shop: string, card: string) => `Your ${card} at ${shop} is about to expire`,
    subjectExpired: (shop: string, card: string) => `Your ${card} at ${shop} has expired`,
    title: (card: string, day: string) => `Your ${card} expires after ${day}`,
    titleExpired: (card: string) => `Your ${card} has expired`,
    missed: (shop: string, day: string) =>
      `Your payment to ${shop} on ${day} cannot be charged to this card. Add a new card before then, and everything else stays the same.`,
    ahead: (shop: string) =>
      `After that, payments to ${shop} cannot be charged to this card. Add a new card in time.`,
    expired: (shop: string) => `Payments to ${shop} can no longer be charged to this card. Add a new card.`,
    how: 'If your bank has sent you a new card, add it even if the number is the same: its expiry date is different.',
  },
  subscriptionStarted: {
    subject: (shop: string) => `Your subscription at ${shop} has started`,
    title: 'Your subscription has started',
    subjectAhead: (shop: string, day: string) => `Your subscription at ${shop} starts on ${day}`,
    titleAhead: (day: string) => `Your subscription starts on ${day}`,
    about: (shop: string, amount: string, schedule: string) => `${shop} will charge ${amount} ${schedule}.`,
    manage: 'In your account, you can view the subscription, change the card or end it.',
  },
  subscriptionEnded: {
    subject: (shop: string) => `Your subscription at ${shop} has ended`,
    subjectAhead: (shop: string, day: string) => `Your subscription at ${shop} ends on ${day}`,
    title: 'Your subscription has ended',
    titleAhead: (day: string) => `Your subscription ends on ${day}`,
    who: (by: Ending, { shop, asked }: { shop: string; asked: string | undefined }) =>
      ({
        customer:
          asked === undefined ? 'You ended this subscription.' : `You ended this subscription on ${asked}.`,
        merchant: `${shop} ended this subscription.`,
        term: 'Its agreed term is over.',
      })[by],
    until: (day: string) => `It ran until the end of ${day}. No further periods will be billed.`,
    untilAhead: (day: string) => `It runs until the end of ${day}. No further periods will be billed.`,
    unpaid: 'Amounts that were billed earlier and are still unpaid remain due.',
    retried: 'We will try to charge your card for them again.',
  },
  subscriptionContinues: {
    subject: (shop: string) => `Your subscription at ${shop} continues`,
    title: 'Your subscription continues',
    who: (by: 'customer' | 'merchant', shop: string) =>
      by === 'customer'
        ? 'You chose to continue this subscription.'
        : `${shop} has cancelled the planned end of this subscription.`,
    instead: 'The earlier confirmation that it ends no longer applies.',
    next: 'Next payment',
  },
  priceChanged: {
    subject: (shop: string, day: string) => `Your price at ${shop} changes on ${day}`,
    title: (day: string) => `Your price changes on ${day}`,
    about: (shop: string, day: string, schedule: string) =>
      `From ${day}, your subscription at ${shop} has a new price. It is charged ${schedule}.`,
    before: 'Price until then',
    after: 'New price',
    first: 'First payment at the new price',
    later: (day: string) => `Price from ${day}`,
    what: 'To continue, you do not have to do anything. Otherwise, you can end the subscription in your account before that day.',
  },
  scheduleChanged: {
    subject: (shop: string, day: string) => `Your payments to ${shop} change on ${day}`,
    title: (day: string) => `Your payments change on ${day}`,
    about: (shop: string, day: string, schedule: string) =>
      `From ${day}, your subscription at ${shop} is charged ${schedule}.`,
    before: 'Current schedule',
    first: 'First payment on the new schedule',
  },
}
