import { expect, test } from 'vitest'
import { hours } from '@/server/core/clock'
import { authOptions } from '@/server/http/auth'
import { maxFailures } from '@/server/user/sign-in-limits'
import { newUser } from '@/test/members'
import { testWorld } from '@/test/world'
import { refusalInWords } from './refusal'

const world = testWorld()

test.each([0, 6, -6])(
  'says how long to wait when the clock of the server is %i hours ahead',
  async (ahead) => {
    world.clock.advance(hours(ahead))
    const { email } = await newUser(world.runtime)
    const [{ options }] = authOptions().providers as unknown as [
      { options: { authorize(given: object): Promise<unknown> } },
    ]
    const refused = async () => {
      const error = await options.authorize({ email, password: 'wrong' }).catch((thrown: unknown) => thrown)
      return refusalInWords(error instanceof Error ? error.message : '')
    }
    for (let count = 0; count < maxFailures; count++) expect(await refused()).toContain('password is wrong')
    expect(await refused()).toContain('Try again in 15 minutes')
    world.clock.advance(-hours(ahead))
  },
)
