import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { secretAddresses } from '@/test/secret-addresses'
import { provide } from '../core/config/config'

provide({ BASE_URL: 'http://kassa.test', DATABASE_URL: 'postgres://nobody@localhost/none' })

const conf = readFileSync('docs/operation/nginx.conf', 'utf8')

/** What a map of nginx makes of a text: the value of the first pattern that matches, with its named groups. */
function mapped(variable: string, text: string): string {
  const [, body = ''] = conf.split(`map $${variable} `)[1]?.match(/^\$\w+ \{\n([\s\S]*?)\n\}/) ?? []
  const patterns = [...body.matchAll(/^ +"~(.+)" "(.+)";$/gm)]
  expect(patterns.length).toBeGreaterThan(0)
  for (const [, pattern = '', value = ''] of patterns) {
    const groups = new RegExp(pattern).exec(text)?.groups
    if (groups) return value.replaceAll(/\$\{(\w+)\}/g, (_, name) => groups[name] ?? '')
  }
  return text
}

test('the log of nginx has no keys of addresses', async () => {
  const secrets = Object.entries(await secretAddresses())
  for (const [page, key] of secrets)
    for (const rest of ['', '/do/card', '?problem=password']) {
      expect(mapped('request_uri', `${page}${key}${rest}`)).toBe(`${page}[hidden]`)
      expect(mapped('http_referer', `https://a.b${page}${key}${rest}`)).toBe(`https://a.b${page}[hidden]`)
    }
  const back = '/verify/stripe/7a3c1e52?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_Ab'
  expect(mapped('request_uri', back)).toBe('/verify/stripe/7a3c1e52?[hidden]')
  for (const plain of [
    '/v1/order?limit=5',
    '/login/continue',
    '/account/email/confirmed',
    '/signin/join/register',
  ])
    expect(mapped('request_uri', plain)).toBe(plain)
})

test('every page with a key in its address is known', async () => {
  const pages = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\[(key|sealed)\]$/.test(path),
  )
  const known = Object.keys(await secretAddresses())
  expect(pages.map((path) => `/${path.replace(/\[\w+\]$/, '')}`).sort()).toEqual(known.sort())
})
