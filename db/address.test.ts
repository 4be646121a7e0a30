import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf, overSocket } from './address'

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
  expect(addressOf(`${url}?sslmode=require`)).toEqual({ url: `${url}?sslmode=require` })
})
