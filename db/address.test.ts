import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path, { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addressOf, overSocket, withoutEncryption } from './address'

const url = 'postgres://kassa:secret@127.0.0.1:5433/kassa'

function folderWithSocket(name: string): string {
  const parent = mkdtempSync(join(tmpdir(), 'kassa-socket-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const folder = join(parent, name)
  mkdirSync(folder)
  writeFileSync(join(folder, '.s.PGSQL.5433'), '')
  return folder
}

test('the folder of a socket is added to a URL, and read back as the path of the socket', () => {
  const folder = folderWithSocket('with a space & more')
  const through = overSocket(url, folder)
  expect(new URL(through).searchParams.get('host')).toBe(folder)
  expect(addressOf(through)).toEqual({ url, path: `${folder}/.s.PGSQL.5433` })
})

test('a URL without a socket stays as it is', () => {
  expect(overSocket(url, tmpdir())).toBe(url)
  expect(overSocket(url, folderWithSocket('x'.repeat(100)))).toBe(url)
  expect(addressOf(`${url}?application_name=shop`)).toEqual({ url: `${url}?application_name=shop` })
})

describe('encryption', () => {
  const ca = path.join(import.meta.dirname, '../test/tls/ca.pem')
  const host = '127.0.0.1'
  const encryption = (query: string) => withoutEncryption(`${url}?options=a&${query}`)

  test.each([
    ['', undefined],
    ['sslmode=disable', false],
    ['sslmode=require', { rejectUnauthorized: false }],
    ['ssl=require&channel_binding=require', { rejectUnauthorized: false }],
    ['sslmode=verify-full', { host }],
    ['sslrootcert=system', { host }],
    [
      `sslmode=require&sslrootcert=${ca}`,
      { ca: expect.stringMatching('BEGIN'), checkServerIdentity: expect.anything() },
    ],
    [
      `sslmode=verify-ca&sslrootcert=${ca}`,
      { ca: expect.stringMatching('BEGIN'), checkServerIdentity: expect.anything() },
    ],
    [`sslmode=verify-full&sslrootcert=${ca}`, { ca: expect.stringMatching('BEGIN'), host }],
  ])('%s means to both drivers what it means to PostgreSQL', (query, ssl) => {
    expect(encryption(query)).toEqual({
      url: `${url}?options=a${query ? '' : '&'}`,
      ...(ssl !== undefined && { ssl }),
    })
  })

  test.each([
    ['sslmode=on', 'sslmode=on is unknown. Use require, verify-ca, verify-full or disable.'],
    ['sslrootcert=/nowhere/ca.pem', 'The file /nowhere/ca.pem of sslrootcert cannot be read.'],
  ])('%s is refused with what to do', (query, message) => {
    expect(() => encryption(query)).toThrow(message)
  })
})
