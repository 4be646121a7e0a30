import type { FormParts } from './form'
import { parameters, text } from './params'
import type { DoubleState } from './state'

/** A part of the API, and whether a restricted key may read or write it. */
export type Permission = `${string}:${'read' | 'write'}`

/** Who sent a request. */
export interface StripeCaller {
  publishable: boolean
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** Where an id stands, the path has `:id`. */
  path: string
  permission: Permission
  /** Whether Stripe.js may call it, with a publishable key. */
  publishable: boolean
  /** Reads the parameters, and returns the work. Refused parameters leave no trace, not even under a key. */
  prepare(form: FormParts): (state: DoubleState, id: string, caller: StripeCaller) => object
}

export function route<P>(
  method: Route['method'],
  path: string,
  permission: Permission,
  read: (form: FormParts) => P,
  run: (state: DoubleState, params: P, id: string, caller: StripeCaller) => object,
): Route {
  const prepare: Route['prepare'] = (form) => {
    const params = read(form)
    return (state, id, caller) => run(state, params, id, caller)
  }
  return { method, path, permission, publishable: false, prepare }
}

export const publishable = (inner: Route): Route => ({ ...inner, publishable: true })

const none = parameters<object>()({})

/** A route without parameters that returns an object. */
export const get = (
  path: string,
  permission: Permission,
  find: (state: DoubleState, id: string) => object,
): Route => route('GET', path, permission, none, (state, _params, id) => find(state, id))

/** Objects that Stripe.js reads and confirms are named by their client secret. */
export const clientSecret = { client_secret: text }
