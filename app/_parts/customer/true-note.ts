import type { TextKey } from '@/app/_texts/catalogue'
import type { Owed } from '@/server/customer/owed'
import type { Day } from '@/server/model/calendar'
import type { Money } from '@/server/model/money/money'
import { isOver } from '@/server/model/subscription/terms'
import type { MethodRow } from '@/server/store/accounts'
import type { SubscriptionRow } from '@/server/store/subscriptions'
import { isTextKey } from '../../_texts/texts'

type NoteKey = Extract<TextKey, `note.${string}`>
export type NoteName = NoteKey extends `note.${infer Name}` ? Name : never

/** The notes that a page may show, and whether each is true now. */
type Notes = { readonly [Name in NoteName]?: boolean }

/** What can go wrong with any form. */
const anywhere: Notes = { wrong: true, otherAccount: true }

/**
 * Returns the note named in a page's address, if the page has it and it is true. The address may be from the browser's
 * history, and anyone can edit it.
 */
export const trueNote = (name: string | undefined, notes: Notes = {}): NoteName | undefined =>
  name !== undefined && isNote(name) && { ...anywhere, ...notes }[name] ? name : undefined

const isNote = (text: string): text is NoteName => isTextKey(`note.${text}`)

export const overviewNotes = (owed: readonly Owed[]): Notes => ({
  paid: owed.length === 0,
  addedPaid: owed.length === 0,
  addedUnpaid: owed.some(({ isRunning }) => !isRunning),
  later: owed.some(({ isRunning }) => isRunning),
})

/** `unpaid`: what is owed for the order. */
export const orderNotes = ({ isPaid, unpaid }: { isPaid: boolean; unpaid: Owed | undefined }): Notes => ({
  paid: isPaid,
  changed: true,
  ...(unpaid && {
    approve: unpaid.needsApproval,
    later: unpaid.isRunning && !unpaid.needsApproval,
    failed: !unpaid.isRunning,
    defaultUnpaid: !unpaid.isRunning,
    tooMany: true,
  }),
})

export function subscriptionNotes(
  subscription: Pick<SubscriptionRow, 'due' | 'end' | 'ending' | 'ended'>,
  today: Day,
): Notes {
  const hasEnded = subscription.ended !== null || isOver(subscription, today)
  const isEnding = subscription.ending !== null && !hasEnded
  return {
    ...{ ending: isEnding, endingNoMail: isEnding },
    ...{ ended: hasEnded, endedNoMail: hasEnded },
    continues: !isEnding && !hasEnded,
    changed: true,
  }
}

export const cardsNotes = (methods: readonly MethodRow[], owed: readonly Money[]): Notes => ({
  ...{ added: methods.length > 0, default: methods.length > 0 },
  ...{ removedPaid: owed.length === 0, removedUnpaid: owed.length > 0 },
  ...{ defaultUnpaid: owed.length > 0, later: owed.length > 0, tooMany: owed.length > 0 },
  ...{ removed: true, cardGone: true, stopped: true, changed: true },
})

/** `waiting`: the new e-mail address that is not confirmed yet. */
export const informationNotes = (waiting: string | undefined): Notes => ({
  ...{ saved: true, mails: true, tooLong: true },
  savedMail: waiting !== undefined,
  kept: waiting === undefined,
})

/** The notes of a payment link's page while the payment can be made there. */
export const linkNotes: Notes = { failed: true, changed: true, tooMany: true }

/** The same while the payment is running. */
export const runningNotes: Notes = { approve: true, later: true }
