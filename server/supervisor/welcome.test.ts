import { expect, test } from 'vitest'
import { loadSettings } from '../core/config/config'
import { welcome } from './welcome'

const demo = {
  url: 'http://localhost:3000',
  merchant: 'AAAAAAAA',
  email: 'demo@kassa.example',
  password: 'demo',
  publicKey: 'pk_test_1',
  privateKey: 'sk_test_1',
  signingSecret: 'whsec_1',
}

test('says that the demo data is incomplete if it is, and how to get all of it', () => {
  const settings = loadSettings({ DATA_DIR: '/kassa-data' })
  expect(welcome(settings, demo)).not.toContain('incomplete')
  const said = welcome(settings, { ...demo, incomplete: true })
  expect(said).toContain('The demo data is incomplete')
  expect(said).toContain('/kassa-data/postgres and /kassa-data/demo.json')
  expect(said).toContain('This deletes all merchants and orders.')
})

test('names the file of the demo by a path that is not longer than needed', () => {
  expect(welcome(loadSettings({ DATA_DIR: '/kassa-data' }), demo)).toMatch(
    /Saved in +\/kassa-data\/demo.json/,
  )
  expect(welcome(loadSettings({}), demo)).toMatch(/Saved in +\.data\/demo.json/)
})
