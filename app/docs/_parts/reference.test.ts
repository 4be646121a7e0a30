import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import { testWorld } from '@/test/world'
import { type ReferenceDocument, readDocument } from './document'
import { type Reference, referenceOf } from './reference'

testWorld()
let document: ReferenceDocument
let reference: Reference
let ajv: Ajv2020

beforeAll(() => {
  document = readDocument()
  reference = referenceOf(document)
  ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'kassa')
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

const endpoints = () => reference.tags.flatMap((tag) => tag.endpoints)

/** Returns a value's errors against the schema at a path of the document. */
function flaws(value: unknown, ...place: string[]): string[] {
  const escaped = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
  const validate = ajv.getSchema(`kassa#/${escaped.join('/')}`)
  if (!validate) return [`There is no schema at ${place.join(' ')}`]
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
}

describe('the reference', () => {
  it('lists every endpoint of the document under its tag', () => {
    expect(
      endpoints()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(
      operations()
        .map(({ operation }) => operation.operationId)
        .sort(),
    )
    expect(reference.tags.every((tag) => tag.endpoints.length > 0)).toBe(true)
  })

  it('lists the create, list and get endpoints first', () => {
    const first = (name: string) =>
      reference.tags
        .find((tag) => tag.name === name)
        ?.endpoints.slice(0, 3)
        .map(({ id }) => id)
    expect(first('Accounts')).toEqual(['createAccount', 'listAccounts', 'getAccount'])
    expect(first('Orders')).toEqual(['createOrder', 'listOrders', 'changeOrders'])
  })

  it('shows an example of every error and every response with content', () => {
    for (const { operation } of operations()) {
      const endpoint = endpoints().find(({ id }) => id === operation.operationId)
      for (const [status, { content }] of Object.entries(operation.responses)) {
        if (Number(status) >= 400)
          expect(endpoint?.errors.some((error) => error.status === status)).toBe(true)
        else if (content)
          expect(endpoint?.responses.find((each) => each.status === status)?.example).toBeDefined()
      }
    }
  })

  it('shows request bodies that match their schemas', () => {
    for (const { path, method, operation } of operations().filter((each) => each.operation.requestBody)) {
      const endpoint = endpoints().find(({ id }) => id === operation.operationId)
      for (const { command } of endpoint?.requests ?? []) {
        const body =
          /-d '([\s\S]*)'$/.exec(command)?.[1] ?? /<<JSON\n([\s\S]*)\nJSON$/.exec(command)?.[1] ?? ''
        const place = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema']
        expect({ id: operation.operationId, flaws: flaws(JSON.parse(body), ...place) }).toEqual({
          id: operation.operationId,
          flaws: [],
        })
      }
    }
  })

  it('shows responses that match their schemas', () => {
    for (const { path, method, operation } of operations()) {
      const endpoint = endpoints().find(({ id }) => id === operation.operationId)
      for (const { status, example } of endpoint?.responses ?? []) {
        if (example === undefined) continue
        const place = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema']
        expect({ path, flaws: flaws(JSON.parse(example), ...place) }).toEqual({ path, flaws: [] })
      }
    }
  })

  it('has schemas with examples that match them', () => {
    for (const [name, { example }] of Object.entries(document.components.schemas)) {
      if (example !== undefined)
        expect({ name, flaws: flaws(example, 'components', 'schemas', name) }).toEqual({ name, flaws: [] })
    }
  })
})
