import * as z from 'zod'
import { newReference } from '../core/id'
import { password } from '../merchant/create-merchant'
import { AnotherMerchant, createAnotherMerchant } from '../team/start-merchant'
import { changePassword, signOutEverywhere } from '../user/change-password'
import { keepingDevice } from '../user/device'
import { beginFactor, confirmFactor, endFactor, factorOf, renewRecoveryCodes } from '../user/second-factor'
import { membershipsOf } from '../user/session'
import { router, signedIn } from './init'
import { requireSame } from './require-same'

const given = () => z.string().max(500)
const Proof = z.strictObject({ password: given(), code: given() })

export const userRouter = router({
  /** The signed-in user, and the merchants that they may open. */
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
    .input(z.strictObject({ current: z.string().max(500), password: password() }))
    .mutation(({ ctx: { runtime, browser, user }, input }) =>
      keepingDevice(runtime, browser, {
        email: user.email,
        change: () => changePassword(runtime, { ...input, known: user }),
      }),
    ),

  /** Whether signing in needs a code, and how many recovery codes are left. */
  factor: signedIn.query(({ ctx: { runtime, user } }) => factorOf(runtime, user)),

  beginFactor: signedIn
    .input(Proof.pick({ password: true }))
    .mutation(({ ctx: { runtime, user }, input }) => beginFactor(runtime, { ...input, known: user })),

  confirmFactor: signedIn
    .input(Proof.pick({ code: true }))
    .mutation(({ ctx: { runtime, browser, user, session }, input }) =>
      keepingDevice(runtime, browser, {
        email: user.email,
        change: () => confirmFactor(runtime, { ...input, known: user, session }),
      }),
    ),

  renewRecoveryCodes: signedIn
    .input(Proof)
    .mutation(({ ctx: { runtime, user }, input }) => renewRecoveryCodes(runtime, { ...input, known: user })),

  endFactor: signedIn.input(Proof).mutation(({ ctx: { runtime, browser, user }, input }) =>
    keepingDevice(runtime, browser, {
      email: user.email,
      change: () => endFactor(runtime, { ...input, known: user }),
    }),
  ),

  /**
   * Creates another merchant for a user who owns one. Its private key and its secret are only returned here. `attempt`
   * names the press of the button: if it is sent twice, one merchant is created.
   */
  createMerchant: signedIn
    .input(AnotherMerchant.extend({ attempt: z.uuid().default(newReference) }))
    .mutation(async ({ ctx: { runtime, user }, input }) => {
      const { row, ...created } = await createAnotherMerchant(runtime, { ...input, owner: user })
      const { attempt: _, ...wanted } = input
      requireSame(row, wanted, 'merchant')
      return created
    }),
})
