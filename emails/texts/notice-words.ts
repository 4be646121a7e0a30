import type { KeyRefusal } from '@/server/model/card/connection'
import { hostOf } from '@/server/model/host-of'
import type { MailMoney } from '@/server/model/mail'
import type { Notice } from '@/server/model/notice'
import type { Role } from '@/server/model/roles'

/** A notice in words. `deadline`: when something has to be done by. */
export interface NoticeWords {
  subject: string
  about: string
  deadline?: string
}

/** How a notice writes amounts and instants. */
interface NoticeFormat {
  money(money: MailMoney): string
  moment(instant: string): string
}

/** Words a notice for members of the team of `merchant`, in mail and in the dashboard. */
export function noticeWords(
  notice: Notice,
  { merchant, format }: { merchant: string; format: NoticeFormat },
): NoticeWords {
  switch (notice.what) {
    case 'differences':
      return {
        subject:
          notice.count === 1
            ? `Reconciliation of ${merchant} found a difference`
            : `Reconciliation of ${merchant} found ${notice.count} differences`,
        about:
          'The records of Kassa and of the card service do not match. The dashboard lists each difference and what to do about it.',
      }
    case 'payout failed': {
      // A negative balance is collected from the bank account.
      const isCollected = notice.amount.startsWith('-')
      const amount = format.money({ ...notice, amount: notice.amount.replace('-', '') })
      const check = `Check your bank details at ${notice.service}.`
      return isCollected
        ? {
            subject: `${notice.service} could not collect ${amount} from the bank account of ${merchant}`,
            about: `You still owe it: the next payouts will be smaller. ${check}`,
          }
        : {
            subject: `A payout of ${amount} to the bank of ${merchant} failed`,
            about: `The money is back in your ${notice.service} balance and will be part of the next payout. ${check}`,
          }
    }
    case 'payments not possible':
      return {
        subject: lacksPermissions(notice)
          ? `${merchant}’s key for ${notice.service} lacks permissions`
          : `${merchant} cannot take payments through ${notice.service}`,
        about: whyNotPossible(notice),
        deadline: lacksPermissions(notice)
          ? 'Until the key is replaced, operations that need these permissions fail.'
          : 'Until this is fixed, orders, charges and refunds fail: repeat them afterwards. Subscription payments are retried automatically.',
      }
    case 'callbacks failing':
      return {
        subject:
          notice.count === 1
            ? `Callbacks to ${hostOf(notice.url)} are failing`
            : `Callbacks to ${notice.count} addresses are failing`,
        about:
          notice.count === 1
            ? `${notice.url} has accepted nothing since ${format.moment(notice.since)}. ${lastResult(notice)}`
            : `They have accepted nothing for an hour. One of them is ${notice.url}. ${lastResult(notice)}`,
        deadline:
          'Kassa retries each callback for three days. Nothing is lost if the receiver works again by then.',
      }
    case 'callbacks working':
      return {
        subject:
          notice.count === 1
            ? `Callbacks to ${hostOf(notice.url)} work again`
            : `Callbacks to ${notice.count} addresses work again`,
        about:
          notice.count === 1
            ? `${notice.url} has accepted a callback. It had been failing since ${format.moment(notice.since)}. Callbacks that are still waiting are being sent now.`
            : `One of them is ${notice.url}. Callbacks that are still waiting are being sent now.`,
      }
    case 'payments failed':
      return notice.count === 1
        ? {
            subject: `A payment of ${format.money(notice)}${from(notice)} failed`,
            about:
              'Kassa retries the payment automatically. The order says why it failed and when the next attempt is.',
          }
        : {
            subject: `${notice.count} subscription payments failed`,
            about: 'Kassa retries them automatically. The list says why each failed and when it is retried.',
          }
    case 'payments given up':
      return notice.count === 1
        ? {
            subject: `The last attempt to collect ${format.money(notice)}${from(notice)} failed`,
            about: 'The account is suspended until the order is paid or written off.',
          }
        : {
            subject: `${notice.count} payments failed on their last attempt`,
            about: 'The accounts are suspended until the orders are paid or written off.',
          }
    case 'member joined':
      return notice.role === 'owner'
        ? { subject: `${notice.email} is now an owner of ${merchant}`, about: invited(notice) }
        : { subject: `${notice.email} joined ${merchant}`, about: invited(notice) }
    case 'role changed':
      return {
        subject:
          notice.role === 'owner'
            ? `${notice.email} is now an owner of ${merchant}`
            : `${notice.email} now has the role ${notice.role} in ${merchant}`,
        about: `${notice.by} changed the role. It was ${notice.before} before.`,
      }
    case 'member removed':
      return {
        subject: `${notice.email} was removed from ${merchant}`,
        about: `${notice.by} removed this member, whose role was ${notice.role}.`,
      }
    default:
      return orderWords(notice, format)
  }
}

const lacksPermissions = ({ why }: { why?: KeyRefusal }) => why?.problem === 'permissions missing'

function whyNotPossible({ service, why }: Extract<Notice, { what: 'payments not possible' }>): string {
  const replace = 'Enter another one under Settings, Card service.'
  if (!why)
    return `${service} has disabled payments for your account. Its dashboard says what is missing. Check the connection again afterwards.`
  if (why.problem === 'permissions missing')
    return `The secret key lacks permissions: ${(why.missing ?? []).join(', ')}. ${replace}`
  return `${service} no longer accepts the secret key. It may have been deleted or expired. ${replace}`
}

/** A response such as "Response 500" has no full stop; a reason in words has one. */
const lastResult = ({ why }: { why: string }) => `Last result: ${why.replace(/\.?$/, '.')}`

const from = ({ payer }: { payer?: string }) => (payer === undefined ? '' : ` from ${payer}`)

const invited = ({ by, role }: { by: string; role: Role }) =>
  `${by} sent the invitation. The role is ${role}. If you did not expect this, tell an owner.`

function whyOpened({ isInquiry, wasInquiry }: Extract<Notice, { what: 'dispute opened' }>): string {
  if (isInquiry) return 'The bank has only asked about this payment and has taken no money.'
  return wasInquiry
    ? 'The bank’s inquiry has become a dispute, and the bank has taken the money back.'
    : 'The customer asked their bank to return the money.'
}

type OrderNotice = Extract<
  Notice,
  { what: `dispute ${string}` | 'authorisation expires' | 'operation failed later' }
>

function orderWords(notice: OrderNotice, { money, moment }: NoticeFormat): NoticeWords {
  const amount = money(notice)
  const order = notice.number ?? notice.order
  switch (notice.what) {
    case 'dispute opened':
      return {
        subject: notice.isInquiry
          ? `A customer’s bank asks about ${amount} for order ${order}`
          : `A customer disputes ${amount} for order ${order}`,
        about: `${whyOpened(notice)} The bank’s reason: ${notice.reason}.`,
        ...(notice.due !== undefined && { deadline: respondBy(moment(notice.due), notice) }),
      }
    case 'dispute due':
      return {
        subject: notice.isInquiry
          ? `Respond to the inquiry about ${amount} for order ${order}`
          : `Respond to the dispute over ${amount} for order ${order}`,
        about: `The bank has no ${notice.isInquiry ? 'response' : 'evidence'} from you yet.`,
        deadline: respondBy(moment(notice.due), notice),
      }
    case 'dispute won':
      return {
        subject: `You won the dispute over ${amount} for order ${order}`,
        about:
          'The bank decided in your favour. The disputed amount returns to your account at the card service.',
      }
    case 'dispute lost':
      return {
        subject: `You lost the dispute over ${amount} for order ${order}`,
        about:
          'The bank decided in the customer’s favour. The customer keeps the disputed amount. Do not refund it as well.',
      }
    case 'dispute closed':
      return notice.isInquiry
        ? {
            subject: `The bank closed its inquiry about ${amount} for order ${order}`,
            about: 'It did not become a dispute, and the bank has taken no money. You need not do anything.',
          }
        : {
            subject: `The dispute over ${amount} for order ${order} was closed`,
            about:
              'The bank made no decision. The payouts show whether the disputed amount was taken or returned.',
          }
    case 'operation failed later':
      return {
        subject: `${operations[notice.operation]} of ${amount} for order ${order} failed after all`,
        about: afterLateFailure[notice.operation],
      }
    case 'authorisation expires':
      return {
        subject: `The authorisation of order ${order} expires soon`,
        about: `${amount} can be charged until ${moment(notice.until)}. After that the card service releases the amount, and it can no longer be charged.`,
      }
  }
}

const operations = { charge: 'The charge', refund: 'The refund', cancel: 'The cancellation' } as const

const afterLateFailure = {
  charge:
    'It failed after the card service had accepted it, so you do not receive the money. The order says whether it can be charged again. The customer is not notified by e-mail.',
  refund:
    'It failed after the card service had accepted it, so the customer has not received the money. Refund it again, or pay it back in another way and add a note to the order. The customer is not notified by e-mail.',
  cancel:
    'The amount is still reserved on the customer’s card. Cancel the order again, or charge it if it is wanted after all.',
} as const

const respondBy = (moment: string, { isInquiry }: { isInquiry?: boolean }) =>
  isInquiry
    ? `Respond by ${moment}, or refund the order. Without a response, the inquiry can become a dispute.`
    : `Respond with evidence by ${moment}. Without a response, the customer keeps the money.`
