import { expect, test } from 'vitest'
import { whoChangesBack } from './roles'

test.each([
  ['viewer', false, 'You can change it back later.'],
  ['owner', true, 'Only another owner can change it back.'],
  ['admin', true, 'Only another admin or an owner can change it back.'],
] as const)(
  'a dialog that changes the role of a former %s says who can change it back',
  (before, isOwn, words) => {
    expect(whoChangesBack(before, isOwn)).toBe(words)
  },
)
