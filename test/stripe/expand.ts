import { invalid } from './errors'
import type { DoubleState } from './state'

type Json = null | string | number | boolean | Json[] | { [key: string]: Json }
type Finder = (state: DoubleState, id: string) => object | undefined

/** What an id in a field refers to, by the field's name. */
const finders: Record<string, Finder> = {
  balance_transaction: (state, id) => state.balanceTransactions.find(id),
  charge: (state, id) => state.charges.find(id),
  customer: (state, id) => state.customers.find(id),
  default_payment_method: (state, id) => state.paymentMethods.find(id),
  failure_balance_transaction: (state, id) => state.balanceTransactions.find(id),
  latest_attempt: (state, id) => state.setupAttempts.find(id),
  latest_charge: (state, id) => state.charges.find(id),
  payment_intent: (state, id) => state.paymentIntents.find(id),
  payment_method: (state, id) => state.paymentMethods.find(id),
  setup_intent: (state, id) => state.setupIntents.find(id),
  source: (state, id) =>
    state.charges.find(id) ?? state.refunds.find(id) ?? state.disputes.find(id) ?? state.payouts.find(id),
}

/** A copy of a response in which the ids at these paths are replaced by their objects. */
export function expanded(state: DoubleState, response: object, paths: readonly string[]): object {
  const copy = structuredClone(response) as { [key: string]: Json }
  for (const path of paths) {
    if (path.split('.').length > 4) throw refuse(path)
    expand(state, copy, path.split('.'), path)
  }
  return copy
}

function expand(
  state: DoubleState,
  at: { [key: string]: Json },
  [name = '', ...rest]: string[],
  path: string,
  parent?: string,
): void {
  const value = at[name]
  if (Array.isArray(value)) {
    for (const each of value)
      if (typeof each === 'object' && each !== null && !Array.isArray(each))
        expand(state, each, rest, path, name)
    return
  }
  if (at.object === 'charge' && name === 'refunds') {
    at.refunds = refundsOf(state, String(at.id))
    return
  }
  // A source can be of several types, and not all of them have the field.
  if (value === null || (value === undefined && parent === 'source' && Object.hasOwn(finders, name))) return
  if (typeof value !== 'string' && typeof value !== 'object') throw refuse(path)
  if (typeof value === 'string') at[name] = found(state, name, value, path)
  const inner = at[name]
  if (rest.length && typeof inner === 'object' && inner !== null && !Array.isArray(inner))
    expand(state, inner, rest, path, name)
}

function found(state: DoubleState, name: string, id: string, path: string): Json {
  const find = Object.hasOwn(finders, name) ? finders[name] : undefined
  if (!find) throw refuse(path)
  return structuredClone(find(state, id) ?? id) as Json
}

const refundsOf = (state: DoubleState, charge: string): Json => {
  const data = state.refunds.newest().filter((refund) => refund.charge === charge)
  const list = { object: 'list', data, has_more: false, url: `/v1/charges/${charge}/refunds` }
  return structuredClone(list) as unknown as Json
}

const refuse = (path: string) => invalid(`This cannot be expanded: ${path}.`, { param: 'expand' })
