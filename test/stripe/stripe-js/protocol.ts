/** Messages between a page and the double's frames. Card numbers stay in the frames. */
export interface Call {
  double: 'call'
  id: number
  action: 'createPaymentMethod' | 'confirm' | 'retrieve' | 'clear' | 'focus' | 'blur'
  params: CallParams
}

export interface CallParams {
  key?: string
  /** The mounted elements whose values the call needs. */
  group?: Group
  intent?: 'payment_intents' | 'setup_intents'
  clientSecret?: string
  /** Form fields of the request, in Stripe's spelling. */
  fields?: Record<string, string>
}

/** Elements that belong together, by their ids, and the name of the channel on which their frames talk. */
export interface Group {
  channel: string
  elements: string[]
}

interface ResultMessage {
  double: 'result'
  id: number
  result: ApiResult
}

/** A response of the API: an object, or an error. */
export type ApiResult = { object: Record<string, unknown> } | { error: Record<string, unknown> }

export interface EventMessage {
  double: 'event'
  element: string
  event: 'ready' | 'change' | 'focus' | 'blur'
  payload: Record<string, unknown>
}

/** Sent by the bank's page when it is shown in a frame. */
interface ApprovalMessage {
  double: 'approval'
  intent: string
}

export type FrameMessage = ResultMessage | EventMessage | ApprovalMessage

export type ElementType = 'card' | 'cardNumber' | 'cardExpiry' | 'cardCvc' | 'payment'

/** What was entered in the fields that an element has. */
export interface Entry {
  number?: string
  expiry?: string
  cvc?: string
  postal?: string
}
