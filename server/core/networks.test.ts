import { describe, expect, test } from 'vitest'
import { mayReach } from './networks'

const forbidden = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  'any address': ['0.0.0.0', '0.1.2.3', '::'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'link-local': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  'unique local': ['fc00::1', 'fd00:ec2::254'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.250', 'ff02::1'],
  broadcast: ['255.255.255.255'],
  reserved: ['192.0.0.8', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.9', '240.0.0.1'],
  'IPv4 as IPv6': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::127.0.0.1', '::7f00:1'],
  'IPv4 behind a translator': ['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '::ffff:0:127.0.0.1'],
  'IPv4 in a tunnel': ['2002:7f00:1::', '2002:a00:1::1', '2001:0:7f00:1::1'],
  'IPv6 that is nobody’s': ['2001:db8::1', '3fff::1', 'fec0::1', '100::1', '4000::1', '5f00::1'],
  'no address': ['', 'localhost', '1.2.3', '127.0.0.1:80', '[::1]'],
}

describe.each(Object.entries(forbidden))('%s', (_, addresses) => {
  test.each(addresses)('%s cannot be reached', (address) => expect(mayReach(address, [])).toBe(false))
})

test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8'])(
  '%s is public',
  (address) => expect(mayReach(address, [])).toBe(true),
)

test('allows what the configuration allows, and nothing else', () => {
  const allowed = ['127.0.0.0/8', '::1/128', '10.1.0.0/16']
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '10.1.2.3', '::ffff:127.0.0.1'])
    expect(mayReach(address, allowed), address).toBe(true)
  for (const address of ['10.2.0.1', '192.168.0.1', '::2', '169.254.169.254'])
    expect(mayReach(address, allowed), address).toBe(false)
})
