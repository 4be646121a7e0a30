import { describe, expect, it } from 'vitest'
import { exampleOf } from './example'
import { groupsOf } from './fields'
import { limitsOf } from './limits'
import { type Components, type JsonSchema, typeName } from './schema'

const components: Components = {
  Item: {
    type: 'object',
    description: 'A line',
    properties: { name: { type: 'string', example: 'Coffee' }, price: { type: 'number' } },
    required: ['price'],
  },
  State: { type: 'string', enum: ['ordered', 'charged'] },
}
const item: JsonSchema = { $ref: '#/components/schemas/Item' }
const items: JsonSchema = {
  anyOf: [{ type: 'number', example: 13.37 }, item, { type: 'array', items: item }],
}
const payment: JsonSchema = {
  oneOf: ['account', 'card'].map((kind) => ({
    type: 'object',
    properties: { type: { type: 'string', const: kind }, [kind]: { type: 'string' } },
    required: ['type', kind],
  })),
}

describe('the name of a type', () => {
  it.each<[JsonSchema, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', format: 'date-time' }, 'date-time'],
    [{ const: 'card' }, '"card"'],
    [item, 'Item'],
    [items, 'number | Item | Item[]'],
    [{ type: 'array', items }, '(number | Item | Item[])[]'],
    [{ $ref: '#/components/schemas/State' }, 'string'],
    [
      { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }], items: false },
      '[integer, integer]',
    ],
    [{ type: 'array', items: { not: {} } }, 'array'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'map of number'],
    [{ type: 'object', additionalProperties: {} }, 'object'],
    [{}, 'any'],
  ])('%j is %s', (schema, name) => {
    expect(typeName(schema, components)).toBe(name)
  })
})

describe('limits', () => {
  it.each<[JsonSchema, string[]]>([
    [{ type: 'string', minLength: 1, maxLength: 500 }, ['1 to 500 characters']],
    [{ type: 'string', maxLength: 500 }, ['at most 500 characters']],
    [{ minimum: 1, maximum: 1000, default: 100 }, ['default 100', '1 to 1,000']],
    [{ exclusiveMinimum: 0, maximum: 1_000_000 }, ['more than 0', 'at most 1,000,000']],
    [{ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, []],
    [{ type: 'array', minItems: 1, maxItems: 100 }, ['at least 1 entry', 'at most 100 entries']],
    [{ type: 'array', prefixItems: [{}, {}], minItems: 2, maxItems: 2 }, []],
  ])('of %j are %j', (schema, limits) => {
    expect(limitsOf(schema)).toEqual(limits)
  })
})

describe('the fields of a schema', () => {
  const groups = (schema: JsonSchema, elsewhere: string[] = []) =>
    groupsOf(schema, 'x', { components, elsewhere: new Set(elsewhere) })

  it('distinguishes required from optional and keeps descriptions and examples', () => {
    expect(groups(item)).toEqual([
      {
        title: undefined,
        fields: [
          expect.objectContaining({ name: 'name', anchor: 'x-name', required: false, example: 'Coffee' }),
          expect.objectContaining({ name: 'price', anchor: 'x-price', required: true, example: undefined }),
        ],
      },
    ])
  })

  it('expands an object once, alone or in an array', () => {
    const [group] = groups({ type: 'object', properties: { items } })
    expect(group?.fields[0]).toMatchObject({ type: 'number | Item | Item[]', objects: [] })
    expect(group?.fields[0]?.groups).toMatchObject([{ title: undefined, fields: [{}, {}] }])
  })

  it('names alternatives by the property that distinguishes them and gives each its own anchors', () => {
    expect(groups(payment).map(({ title }) => title)).toEqual(['type "account"', 'type "card"'])
    const anchors = groups(payment).flatMap(({ fields }) => fields.map(({ anchor }) => anchor))
    expect(new Set(anchors).size).toBe(4)
  })

  it('names an object with its own section without expanding it', () => {
    const [group] = groups({ type: 'object', properties: { item } }, ['Item'])
    expect(group?.fields[0]).toMatchObject({ objects: ['Item'], groups: [] })
  })

  it('is empty for a plain value', () => {
    expect(groups({ type: 'string' })).toEqual([])
  })
})

describe('an example', () => {
  const example = (schema: JsonSchema) => exampleOf(schema, { components, texts: { card: '$CARD' } })

  it.each<[string, JsonSchema, unknown]>([
    ['uses the given example', { type: 'number', example: 13.37 }, 13.37],
    ['contains required properties and those with an example', item, { name: 'Coffee', price: 1 }],
    ['takes the first alternative', items, 13.37],
    [
      'fills in texts by property name',
      { type: 'object', properties: { card: { type: 'string' } }, required: ['card'] },
      { card: '$CARD' },
    ],
    ['takes the first of several values', { $ref: '#/components/schemas/State' }, 'ordered'],
    ['leaves an array without items empty', { type: 'array', items: { not: {} } }, []],
    ['follows a tuple', { prefixItems: [{ type: 'integer', minimum: 12 }, { const: 30 }] }, [12, 30]],
  ])('%s', (_, schema, expected) => {
    expect(example(schema)).toEqual(expected)
  })

  it('prefers the example of a schema', () => {
    const known = { ...components, Tea: { type: 'object', example: { name: 'Tea' } } } as Components
    expect(
      exampleOf({ type: 'array', items: { $ref: '#/components/schemas/Tea' } }, { components: known }),
    ).toEqual([{ name: 'Tea' }])
  })
})
