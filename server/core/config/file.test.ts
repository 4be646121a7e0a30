import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFile, replaceFile } from './file'

test('what cannot be written leaves nothing behind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-file-'))
  mkdirSync(join(folder, 'taken', 'inside'), { recursive: true })
  expect(() => replaceFile(join(folder, 'taken'), 'secret')).toThrow()
  expect(createFile(join(folder, 'taken'), 'secret')).toBe(false)
  expect(readdirSync(folder)).toEqual(['taken'])
  rmSync(folder, { recursive: true })
})
