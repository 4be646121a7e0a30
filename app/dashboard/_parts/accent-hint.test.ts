import { expect, test } from 'vitest'
import { accentHint } from './accent-hint'

test('a search for a name without accents gets a hint that they matter', () => {
  for (const name of ['Zoe', 'sven oberg', "O'Neill"]) expect(accentHint(name)).toContain('å, ö and é')
  for (const other of ['Zoë', 'zoe@example.com', 'H-1', '198,00', '']) expect(accentHint(other)).toBe('')
})
