import { newReference } from '@/server/core/id'
import type {
  Authorisation,
  Authorised,
  CardService,
  Challenge,
  FollowUp,
  Found,
  Lookup,
  Outcome,
} from '@/server/model/card/service'

/** The cards that behaviours need, by what they do. */
export type CardMeaning =
  | 'accepted'
  | 'card declined'
  | 'insufficient funds'
  | 'card lost or stolen'
  | 'card expired'
  | 'invalid csc'
  | 'acquirer error'
  | 'suspected fraud'
  | 'declined once stored'
  | 'verified'
  | 'verified, insufficient funds'
  | 'captured once'
  | 'refund pending'
  | 'refund fails'
  | 'approved off session'

/** What happened to the money of an authorisation, in minor units, by the service's own books. */
export interface SubjectBooks {
  authorised: bigint
  captured: bigint
  refunded: bigint
  /** What can still be captured. */
  open: bigint
}

export type SubjectMovement = 'authorise' | 'capture' | 'cancel' | 'refund'

/** What a service in a test can be made to do. */
interface Switches {
  /** Loses the next response to a request of this kind after the work is done. */
  loseResponse(kind: SubjectMovement): Promise<void>
  /** Loses the next request of this kind. */
  loseRequest(kind: SubjectMovement): Promise<void>
  /** Responds to the next requests of this kind that they come too fast, or that another request holds the object. */
  refuseForNow(kind: SubjectMovement, reason: 'pace' | 'lock'): Promise<void>
  forgetKeys(): Promise<void>
  /** Responds as the cardholder to a verification. */
  respond(challenge: Challenge, approve: boolean): Promise<void>
  expire(authorisation: string): Promise<void>
  /** Completes a refund that was accepted. */
  completeRefund(reference: string): Promise<void>
  /** Lets captures finish later from now on, or no longer. */
  captureLate(isLate: boolean): Promise<void>
  /** Finishes captures that were accepted. */
  completeCaptures(): Promise<void>
}

/** A card service under test, with a merchant of its own. */
export interface ConformanceSubject {
  service: CardService
  merchantId: string
  /** The cards that this service has in tests. */
  cards: readonly CardMeaning[]
  /** A one-time token for a card. */
  token(card: CardMeaning): Promise<string>
  books(authorisation: string): Promise<SubjectBooks>
  switches: Partial<Switches>
}

export type Need = CardMeaning | keyof Switches | 'several captures' | 'partial cancel' | 'removal of cards'

/** A behaviour that every service must have, unless it lacks what the behaviour needs. */
export interface Behaviour {
  name: string
  needs?: readonly Need[]
  run(bench: Bench): Promise<void>
}

type Given = Partial<Authorisation> & { card?: CardMeaning; token?: string; storedCard?: string }

/** Calls a subject with defaults for everything that a behaviour does not set. */
export class Bench {
  constructor(readonly subject: ConformanceSubject) {}

  get switches(): Switches {
    // `needs` has been checked before a behaviour runs.
    return this.subject.switches as Switches
  }

  token = (card: CardMeaning = 'accepted'): Promise<string> => this.subject.token(card)

  /** The call that authorises 100.00 SEK, by default. */
  async authorisation({ card, token, storedCard, ...rest }: Given = {}): Promise<Authorisation> {
    const { merchantId } = this.subject
    const source =
      storedCard !== undefined ? { storedCard } : { token: token ?? (await this.token(card ?? 'accepted')) }
    const money = { amount: 10_000n, currency: 'SEK' }
    return { merchantId, operation: newReference(), now: new Date(), ...money, source, ...rest }
  }

  authorise = async (given: Given = {}): Promise<Outcome<Authorised>> =>
    this.subject.service.authorize(await this.authorisation(given))

  /** The reference of a new authorisation. */
  async authorised(given: Given = {}): Promise<string> {
    return referenceOf(await this.authorise(given))
  }

  /** The reference of a new authorisation that is captured in full. */
  async captured(given: Given = {}): Promise<string> {
    const authorisation = await this.authorised(given)
    referenceOf(await this.subject.service.capture(this.followUp(authorisation, given)))
    return authorisation
  }

  followUp(authorisation: string, given: Partial<FollowUp> = {}): FollowUp {
    const { merchantId } = this.subject
    const { operation = newReference(), amount = 10_000n, currency = 'SEK' } = given
    return { merchantId, operation, now: new Date(), amount, currency, authorisation }
  }

  capture = (authorisation: string, amount: bigint) =>
    this.subject.service.capture(this.followUp(authorisation, { amount }))
  cancel = (authorisation: string, amount: bigint) =>
    this.subject.service.cancel(this.followUp(authorisation, { amount }))
  refund = (authorisation: string, amount: bigint) =>
    this.subject.service.refund(this.followUp(authorisation, { amount }))

  /** Stores a card for a new account. */
  async store(card: CardMeaning, operation = newReference(), token?: string) {
    const { merchantId, service } = this.subject
    const given = token ?? (await this.token(card))
    const account = newReference()
    return service.store({ merchantId, operation, now: new Date(), token: given, account })
  }

  async stored(card: CardMeaning): Promise<string> {
    return referenceOf(await this.store(card))
  }

  find(lookup: Omit<Authorisation, 'kind'> | FollowUp, kind: SubjectMovement): Promise<Found> {
    const sentAfter = new Date(Date.now() - 60_000)
    // The kind decides what else the look-up has.
    return this.subject.service.find({ ...lookup, kind, sentAfter } as Lookup)
  }

  books = (authorisation: string): Promise<SubjectBooks> => this.subject.books(authorisation)
}

/** The reference of an operation that must be done. */
export function referenceOf<T extends { reference: string }>(outcome: Outcome<T> | Found): string {
  if (outcome.status !== 'done') throw new Error(`expected done: ${describeOutcome(outcome)}`)
  return outcome.reference
}

const describeOutcome = (outcome: object): string =>
  'cause' in outcome ? `${JSON.stringify(outcome)} ${String(outcome.cause)}` : JSON.stringify(outcome)
