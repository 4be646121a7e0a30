import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandOf } from './command-of'

test.each(['web', 'worker'])('`npm run %s` sets the options that `npm start` sets', (name) => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const options = commandOf(name, false).filter((argument) => argument.startsWith('--'))
  expect(scripts[name]).toBe(`exec node ${options.join(' ')} scripts/process.mjs ${name}`)
})
