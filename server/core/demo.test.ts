import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Demo, demoFile, readDemo, writeDemo } from './demo'

const dataDir = mkdtempSync(join(tmpdir(), 'kassa-demo-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const demo: Demo = {
  url: 'http://localhost:3100',
  merchant: 'AAAAAAAA',
  email: 'demo@kassa.example',
  password: 'demo',
  publicKey: 'pk_test_1',
  privateKey: 'sk_test_1',
  signingSecret: 'whsec_1',
}

test('reads the details of the demo merchant, and says so if their file is damaged', () => {
  expect(readDemo(dataDir)).toBeUndefined()
  writeDemo(dataDir, demo)
  expect(readDemo(dataDir)).toEqual(demo)
  writeFileSync(demoFile(dataDir), readFileSync(demoFile(dataDir), 'utf8').slice(0, -10))
  expect(() => readDemo(dataDir)).toThrow(/demo\.json is damaged\. Restore it from a backup, or delete it\.$/)
})
