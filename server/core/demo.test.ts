import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sampleDemo } from '@/test/sample-demo'
import { demoFile, readDemo, writeDemo } from './demo'

const dataDir = mkdtempSync(join(tmpdir(), 'kassa-demo-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

test('reads the details of the demo merchant, and says so if their file is damaged', () => {
  expect(readDemo(dataDir)).toBeUndefined()
  writeDemo(dataDir, sampleDemo)
  expect(readDemo(dataDir)).toEqual(sampleDemo)
  writeFileSync(demoFile(dataDir), readFileSync(demoFile(dataDir), 'utf8').slice(0, -10))
  expect(() => readDemo(dataDir)).toThrow(/demo\.json is damaged\. Restore it from a backup, or delete it\.$/)
})
