import { expect, test } from 'vitest'
import { sourceAddress } from './source'

const proxies = ['10.0.0.0/8', 'fd00::/8']

test.each([
  ['the socket without proxies', '198.51.100.7', '203.0.113.9', [], '198.51.100.7'],
  ['the socket when it is not a trusted proxy', '198.51.100.7', '203.0.113.9', proxies, '198.51.100.7'],
  [
    'the last untrusted hop behind trusted proxies',
    '10.0.0.1',
    '1.1.1.1, 203.0.113.9, 10.2.3.4',
    proxies,
    '203.0.113.9',
  ],
  ['the proxy when it names nobody', '10.0.0.1', '', proxies, '10.0.0.1'],
  ['the proxy when the header is not an address', '10.0.0.1', 'unknown', proxies, '10.0.0.1'],
  ['an address without its port', '10.0.0.1', '203.0.113.9:4711, 10.2.3.4:80', proxies, '203.0.113.9'],
  ['an IPv6 address without its port', '10.0.0.1', '[2001:db8:1:2::3]:4711', proxies, '2001:db8:1:2::/64'],
  ['an IPv6 address without its brackets', '10.0.0.1', '[2001:db8:1:2::3]', proxies, '2001:db8:1:2::/64'],
  ['IPv4 in IPv6 as IPv4', '::ffff:10.0.0.1', '203.0.113.9', proxies, '203.0.113.9'],
  ['the /64 of an IPv6 address', '2001:db8:1:2:3:4:5:6', '', [], '2001:db8:1:2::/64'],
  ['unknown without a socket address', '', '203.0.113.9', proxies, 'unknown'],
])('uses %s as the source', (_, socket, forwarded, trusted, source) => {
  expect(sourceAddress(socket, forwarded, trusted)).toBe(source)
})
