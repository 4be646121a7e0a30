'use client'

import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { counted } from '@/server/model/counted'
import detail from '../../_parts/detail.module.css'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import { ChangeFactor } from './change-factor'
import { SetUp } from './set-up'

/** The state of two-step sign-in, and the actions to change it. */
export function SecondFactor({ factor: { since, recoveryCodes } }: { factor: Outputs['user']['factor'] }) {
  const { exactly } = useMerchant()
  const [dialog, setDialog] = useState<'set up' | 'renew' | 'end'>()
  const close = () => setDialog(undefined)
  return (
    <>
      <p className={detail.about}>
        {since
          ? `On since ${exactly(since)}. You sign in with your password and a code. You have ${counted(recoveryCodes, 'recovery code')} left.`
          : 'Off. You sign in with your password only. Turn it on to also require a code from an app on your phone, so that a stolen password is not enough to sign in.'}
      </p>
      <Group gap={8} mt={16}>
        {since ? (
          <>
            <Button variant="default" onClick={() => setDialog('renew')}>
              New recovery codes
            </Button>
            <Button variant="default" onClick={() => setDialog('end')}>
              Turn off
            </Button>
          </>
        ) : (
          <Button onClick={() => setDialog('set up')}>Set up two-step sign-in</Button>
        )}
      </Group>
      {dialog === 'set up' && <SetUp close={close} />}
      {dialog && dialog !== 'set up' && <ChangeFactor change={dialog} close={close} />}
    </>
  )
}
