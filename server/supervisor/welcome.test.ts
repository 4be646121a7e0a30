import { expect, test } from 'vitest'
import { sampleDemo } from '@/test/sample-demo'
import { loadSettings } from '../core/config/config'
import { welcome } from './welcome'

test('says that the demo data is incomplete if it is, and how to get all of it', () => {
  const settings = loadSettings({ DATA_DIR: '/kassa-data' })
  expect(welcome(settings, sampleDemo)).not.toContain('incomplete')
  const said = welcome(settings, { ...sampleDemo, incomplete: true })
  expect(said).toContain('The demo data is incomplete')
  expect(said).toContain('/kassa-data/postgres and /kassa-data/demo.json')
  expect(said).toContain('This deletes all merchants and orders.')
})

test('names the file of the demo by a path that is not longer than needed', () => {
  expect(welcome(loadSettings({ DATA_DIR: '/kassa-data' }), sampleDemo)).toMatch(
    /Saved in +\/kassa-data\/demo.json/,
  )
  expect(welcome(loadSettings({}), sampleDemo)).toMatch(/Saved in +\.data\/demo.json/)
})
