import { z } from 'zod'
import { password } from '../merchant/merchant'
import { changePassword, signOutEverywhere } from '../user/change'
import { membershipsOf } from '../user/session'
import { router, signedIn } from './init'

export const userRouter = router({
  /** Who has signed in, and where they may go. */
  me: signedIn.query(async ({ ctx: { runtime, user } }) => ({
    email: user.email,
    merchants: (await membershipsOf(runtime.db, user.id)).map(({ merchant, role }) => ({
      id: merchant.id,
      name: merchant.name,
      type: merchant.type,
      role,
    })),
  })),

  signOutEverywhere: signedIn.mutation(({ ctx: { runtime, user } }) => signOutEverywhere(runtime, user)),

  changePassword: signedIn
    .input(z.strictObject({ present: z.string().max(500), password: password() }))
    .mutation(({ ctx: { runtime, user }, input }) => changePassword(runtime, user, input)),
})
