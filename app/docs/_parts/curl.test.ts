import { describe, expect, it } from 'vitest'
import { curl } from './curl'
import { pretty } from './pretty'

const url = 'http://kassa.test/v1/order'

describe('a curl command', () => {
  it('of a GET has its key and nothing else', () => {
    expect(curl({ method: 'GET', url, key: 'PRIVATE_KEY', body: undefined })).toBe(
      `curl ${url} \\\n  -H "Authorization: Bearer $PRIVATE_KEY"`,
    )
  })

  it('without a key is one line', () => {
    expect(curl({ method: 'GET', url, key: undefined, body: undefined })).toBe(`curl ${url}`)
  })

  it('quotes an address with a variable', () => {
    expect(curl({ method: 'GET', url: `${url}/$ORDER`, key: undefined, body: undefined })).toBe(
      `curl "${url}/$ORDER"`,
    )
  })

  it('names the method where curl would take another', () => {
    expect(curl({ method: 'POST', url, key: undefined, body: undefined })).toBe(`curl ${url} -X POST`)
    expect(curl({ method: 'POST', url, key: undefined, body: {} })).not.toContain('-X')
    expect(curl({ method: 'PUT', url, key: undefined, body: {} })).toContain('-X PUT')
  })

  it('puts a body between single quotes, and escapes those in it', () => {
    expect(curl({ method: 'POST', url, key: undefined, body: { name: "O'Hara" } })).toContain(
      `-d '{\n  "name": "O'\\''Hara"\n}'`,
    )
  })

  it('lets the shell fill in variables of a body', () => {
    const command = curl({ method: 'POST', url, key: undefined, body: { card: '$CARD_TOKEN' } })
    expect(command).toContain('-d @- <<JSON\n{\n  "card": "$CARD_TOKEN"\n}\nJSON')
  })
})

it('JSON keeps short lists of plain values on one line', () => {
  expect(pretty({ expires: [12, 30], list: [{ a: 1 }] })).toBe(
    '{\n  "expires": [12, 30],\n  "list": [\n    {\n      "a": 1\n    }\n  ]\n}',
  )
})
