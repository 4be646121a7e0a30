import { expect, test } from 'vitest'
import { reasonOf } from './reason-of'

const described = (description: string) => ({ description })

test.each([
  [{ content: described('No such order.') }, 'No such order.'],
  [{ content: { ...described('a'), details: { flaws: [described('a'), described('b')] } } }, 'a b'],
  [{ content: { ...described('Declined.'), details: { code: 'x' } } }, 'Declined.'],
  [{ id: 'x' }, undefined],
  [null, undefined],
])('%o failed because: %s', (response, reason) => expect(reasonOf(response)).toBe(reason))
