import { describe, expect, it } from 'vitest'
import { curl } from './curl'
import { pretty } from './pretty'

const url = 'http://kassa.test/v1/order'

describe('a curl command', () => {
  it('sends only the key with GET', () => {
    expect(curl({ method: 'GET', url, key: 'PRIVATE_KEY', body: undefined })).toBe(
      `curl ${url} \\\n  -H "Authorization: Bearer $PRIVATE_KEY"`,
    )
  })

  it('is one line without a key', () => {
    expect(curl({ method: 'GET', url, key: undefined, body: undefined })).toBe(`curl ${url}`)
  })

  it('quotes a URL with a variable', () => {
    expect(curl({ method: 'GET', url: `${url}/$ORDER`, key: undefined, body: undefined })).toBe(
      `curl "${url}/$ORDER"`,
    )
  })

  it('names the method where curl would use another', () => {
    expect(curl({ method: 'POST', url, key: undefined, body: undefined })).toBe(`curl ${url} -X POST`)
    expect(curl({ method: 'POST', url, key: undefined, body: {} })).not.toContain('-X')
    expect(curl({ method: 'PUT', url, key: undefined, body: {} })).toContain('-X PUT')
  })

  it('puts the body in single quotes and escapes quotes inside it', () => {
    expect(curl({ method: 'POST', url, key: undefined, body: { name: "O'Hara" } })).toContain(
      `-d '{\n  "name": "O'\\''Hara"\n}'`,
    )
  })

  it('lets the shell expand variables in the body', () => {
    const command = curl({ method: 'POST', url, key: undefined, body: { card: '$CARD_TOKEN' } })
    expect(command).toContain('-d @- <<JSON\n{\n  "card": "$CARD_TOKEN"\n}\nJSON')
  })
})

it('JSON keeps short lists of plain values on one line', () => {
  expect(pretty({ expires: [12, 30], list: [{ a: 1 }] })).toBe(
    '{\n  "expires": [12, 30],\n  "list": [\n    {\n      "a": 1\n    }\n  ]\n}',
  )
})
