'use client'

import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '../../_parts/calls'
import { Dialog } from '../../_parts/dialog'
import { wrongWith } from '../../_parts/flaws'
import { Outcome } from '../../_parts/outcome'
import styles from '../../_parts/settings.module.css'
import { RecoveryCodes } from './recovery-codes'

const words = {
  renew: {
    title: 'New recovery codes',
    about: 'You get ten new codes. Your old codes stop working.',
    keep: 'Cancel',
    act: 'Create new codes',
  },
  end: {
    title: 'Turn off two-step sign-in',
    about: 'You will sign in with your password only. You can set it up again at any time.',
    keep: 'Cancel',
    act: 'Turn off',
  },
}

/** Asks for the password and a code, so that an unattended browser is not enough to change two-step sign-in. */
export function Proving({ what, close }: { what: 'renew' | 'end'; close: () => void }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries(trpc.user.factor.queryFilter())
  const renew = useMutation(trpc.user.renewRecoveryCodes.mutationOptions({ onSuccess: refresh }))
  const end = useMutation(
    trpc.user.endFactor.mutationOptions({
      onSuccess: async () => {
        close()
        await refresh()
      },
    }),
  )
  const act = what === 'renew' ? renew : end
  const wrong = wrongWith(act.error)
  const { title, about, keep, act: verb } = words[what]
  return (
    <Dialog close={close} closeOnClickOutside={!renew.data} closeOnEscape={!renew.data} title={title}>
      {renew.data ? (
        <RecoveryCodes codes={renew.data} close={close}>
          You have ten new recovery codes.
        </RecoveryCodes>
      ) : (
        <form
          method="post"
          noValidate
          className={styles.dialog}
          onSubmit={(event) => {
            event.preventDefault()
            const given = new FormData(event.currentTarget)
            act.mutate({ password: String(given.get('password')), code: String(given.get('code')).trim() })
          }}
        >
          <p>{about}</p>
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            maxLength={500}
            error={wrong('password')}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            data-autofocus
          />
          <TextInput
            label="Code from the app or a recovery code"
            name="code"
            autoComplete="one-time-code"
            maxLength={50}
            error={wrong('code')}
          />
          <Outcome error={act.error} fields={['password', 'code']} />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              {keep}
            </Button>
            <Button type="submit" loading={act.isPending}>
              {verb}
            </Button>
          </Group>
        </form>
      )}
    </Dialog>
  )
}
