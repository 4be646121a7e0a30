import { expect, test } from 'vitest'
import { mayBeShown } from './require-outbox'

const settings = { embedded: true, baseUrl: 'http://localhost:3000' }
const direct = { host: 'localhost:3000', 'x-kassa-source': '127.0.0.1' }

test.each<[string, Record<string, string>, boolean]>([
  ['from this machine', {}, true],
  ['from this machine by IPv6', { host: '[::1]:3000', 'x-kassa-source': '::/64' }, true],
  ['as Next completes it', { 'x-forwarded-for': '::1', 'x-forwarded-host': 'localhost:3000' }, true],
  ['from another machine', { 'x-kassa-source': '192.0.2.7' }, false],
  ['from a private network', { 'x-kassa-source': '10.0.0.7' }, false],
  ['from another machine by IPv6', { 'x-kassa-source': '2001:db8:1:2::/64' }, false],
  ['from an unknown source', { 'x-kassa-source': 'unknown' }, false],
  ['with another host name', { host: 'evil.example' }, false],
  ['without a host name', { host: '' }, false],
  ['by a proxy that names its client', { 'x-forwarded-for': '192.0.2.7' }, false],
  ['by a proxy whose client claims to be local', { 'x-forwarded-for': '127.0.0.1, 192.0.2.7' }, false],
  ['by a proxy that names the site', { 'x-forwarded-host': 'pay.example.com' }, false],
  ['by a proxy with Forwarded', { forwarded: 'for=127.0.0.1' }, false],
  ['by a proxy with X-Real-IP', { 'x-real-ip': '192.0.2.7' }, false],
  ['by a proxy with Via', { via: '1.1 proxy' }, false],
])('a request %s', (_, given, expected) => {
  expect(mayBeShown(settings, new Headers({ ...direct, ...given }))).toBe(expected)
})

test.each([
  { embedded: false, baseUrl: 'http://localhost:3000' },
  { embedded: true, baseUrl: 'https://pay.example.com' },
])('an installation with %j never shows the outbox', (other) => {
  expect(mayBeShown(other, new Headers(direct))).toBe(false)
})
