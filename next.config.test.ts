import { PHASE_PRODUCTION_SERVER } from 'next/constants'
import { expect, test } from 'vitest'
import config from './next.config'

test('the code of a route is loaded when it is first needed, because each has its own copy', () => {
  expect(config(PHASE_PRODUCTION_SERVER).experimental?.preloadEntriesOnStart).toBe(false)
})
