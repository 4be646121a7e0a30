'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Outputs } from '../../_parts/merchant'
import { useMerchant } from '../../_parts/merchant'
import styles from '../../_parts/settings.module.css'
import { Proving } from './proving'
import { SetUp } from './set-up'

type Factor = Outputs['user']['factor']

/** The state of two-step sign-in, and the actions to change it. */
export function SecondFactor({ factor }: { factor: Factor }) {
  const { exactly } = useMerchant()
  const [doing, setDoing] = useState<'set up' | 'renew' | 'end'>()
  const close = () => setDoing(undefined)
  return (
    <>
      {factor.since ? (
        <>
          <p className={styles.about}>
            On since {exactly(factor.since)}. You sign in with your password and a code. You have{' '}
            {factor.recoveryCodes} {factor.recoveryCodes === 1 ? 'recovery code' : 'recovery codes'} left.
          </p>
          <div className={styles.acts} style={{ marginTop: 16 }}>
            <Button variant="default" onClick={() => setDoing('renew')}>
              New recovery codes
            </Button>
            <Button variant="default" onClick={() => setDoing('end')}>
              Turn off
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={styles.about}>
            Off. You sign in with your password only. Turn it on to also require a code from an app on your
            phone, so that a stolen password is not enough to sign in.
          </p>
          <Button mt={16} onClick={() => setDoing('set up')}>
            Set up two-step sign-in
          </Button>
        </>
      )}
      {doing === 'set up' && <SetUp close={close} />}
      {(doing === 'renew' || doing === 'end') && <Proving what={doing} close={close} />}
    </>
  )
}
