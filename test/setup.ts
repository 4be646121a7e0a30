import fc from 'fast-check'
import { inject } from 'vitest'

// Property tests draw the same examples in each run, so that a failure can be repeated.
fc.configureGlobal({ seed: inject('seed') })
