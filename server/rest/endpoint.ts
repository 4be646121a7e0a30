import type * as z from 'zod'
import type { Context } from '../core/context'
import { DocumentedError } from '../http/documented-error'
import type { HttpRequest, HttpResponse } from '../http/messages'
import type { KeyKind } from '../key/issue-key'
import { alternatives } from '../model/alternatives'
import type { ErrorType } from '../model/error-object'
import type { KassaError } from '../model/errors'
import type { AccountAndMethod } from '../store/find-payer'
import type { OrderSnapshot } from '../store/order-snapshot'

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface EndpointCall<Body, Query> {
  context: Context
  body: Body
  query: Query
  /** Ids from the path. `accountId` is the real id for any kind of key. */
  params: Record<string, string>
  request: HttpRequest
  requestId: string
  found: FoundWithKey
}

/** What an endpoint needs first: the account that pays, or the order, by its id. It is looked up together with the key. */
export type NeededFirst = { payer: string } | { order: string }

/** What was found together with the key. What is missing was not looked up or does not exist. */
export interface FoundWithKey {
  payer?: AccountAndMethod | undefined
  order?: OrderSnapshot | undefined
}

/** The sections of the API reference, in order. */
export const tags = {
  Accounts: 'Customers, their stored cards and their orders.',
  Subscriptions: 'Recurring payments of an account, and their schedules.',
  Orders: 'Authorise a card, then charge, cancel and refund, in full or in part.',
  Documents: 'Receipts, invoices and credit notes: one for each charge and refund, issued within seconds.',
  Cards: 'One-time tokens for cards.',
  'Test clock': 'Run a year of subscriptions in a minute. Test merchants only.',
  Service: 'The service itself. No key is needed.',
} as const
type Tag = keyof typeof tags

interface SuccessResponse {
  schema: z.ZodType | null
  description: string
  example?: unknown
  /** Media types of files that it can contain instead of JSON. */
  files?: readonly string[]
  /** Whether it is a page of a list, whose Link header has the next one. */
  isPage?: boolean
}

/** What OpenAPI and the wrapper need to know about an endpoint. */
export interface Definition<Body extends z.ZodType = z.ZodType, Query extends z.ZodType = z.ZodType> {
  method: HttpMethod
  /** With ids in braces: `/account/{accountId}/method`. */
  path: string
  id: string
  tag: Tag
  summary: string
  description?: string
  /** The kinds of key that may call it; empty if it needs none. */
  keys: readonly KeyKind[]
  body?: Body
  /** Bodies to show, by title. Without any, one is built from the schema. */
  examples?: Readonly<Record<string, z.input<Body>>>
  /** The property of the body that holds a one-time card token: `payment.card`. */
  cardProperty?: string
  /** Returns what it needs first. Called only with small bodies of declared length, so it may be skipped. */
  needsFirst?(input: { params: Record<string, string>; body: z.output<Body> }): NeededFirst | undefined
  query?: Query
  /** Success statuses and their content, the usual one first; `null` is an empty response. */
  responses: Readonly<Record<number, SuccessResponse>>
  /** Errors of its own, in addition to those of every endpoint. */
  errors?: readonly ErrorType[]
  /** Statuses that can have a Retry-After header here, in addition to those that can have it everywhere. */
  retryAfter?: readonly number[]
  /** Errors to show as the example of their type, where the usual one does not occur. */
  shownErrors?: readonly KassaError[]
}

/** A route handler: a web-standard function. The server calls `respond` instead, with plain messages. */
export interface Endpoint {
  (request: Request): Promise<Response>
  respond(request: HttpRequest): Promise<HttpResponse>
  definition: Definition
}

/** Returns the id in a path, by its name in the endpoint's template. */
export function param(params: Record<string, string>, name: string): string {
  const value = params[name]
  if (value === undefined) throw new Error(`The path of this endpoint has no {${name}}`)
  return value
}

const patterns = new Map<string, RegExp>()

/**
 * Returns the ids in a request's path; undefined if the path does not match the template. A slash at the end changes
 * nothing.
 */
export function matchPath(template: string, pathname: string): Record<string, string> | undefined {
  let pattern = patterns.get(template)
  if (!pattern) {
    const source = template.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    pattern = new RegExp(`^/v1${source}/?$`)
    patterns.set(template, pattern)
  }
  const match = pattern.exec(pathname)
  if (!match) return undefined
  try {
    return Object.fromEntries(Object.entries(match.groups ?? {}).map(([k, v]) => [k, decodeURIComponent(v)]))
  } catch {
    // Not a valid encoding, so it matches nothing.
    return undefined
  }
}

/** The error for a key of a kind that may not call the endpoint. */
export const wrongKind = (kind: KeyKind, keys: readonly KeyKind[]) =>
  notAllowed(
    `${kind === 'account' ? 'An' : 'A'} ${kind} key may not do this. Use a ${alternatives(keys)} key.`,
  )

/** The error for an account key that names an account by its id. */
export const foreignAccount = () =>
  notAllowed('An account key acts on its own account only. Address it as `me`.')

const notAllowed = (description: string) =>
  new DocumentedError({ type: 'forbidden', content: { type: 'Authorization', description } })

export const noSuchPath = () =>
  new DocumentedError({
    type: 'not found',
    content: {
      type: 'path',
      description: 'No such path. See /docs for all paths.',
    },
  })
