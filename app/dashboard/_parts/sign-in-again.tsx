'use client'

import { Button, Group, Modal, Stack } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { returnParameters, whySignedOut } from './leave'

/** Covers a page whose session has ended, so that its form input survives signing in again. */
export function SignInAgain({
  isNothingDone,
  comeBack,
}: {
  /** Whether what the user asked for was certainly not done. */
  isNothingDone: boolean
  comeBack: () => void
}) {
  useWindowEvent('focus', comeBack)
  return (
    <Modal
      opened
      onClose={comeBack}
      withCloseButton={false}
      zIndex={1000}
      // The page behind is only for the signed-in user.
      overlayProps={{ backgroundOpacity: 0.9, blur: 8, color: 'var(--canvas)' }}
      title="Sign in to continue"
      transitionProps={{ duration: 120 }}
    >
      <Stack>
        <p>
          {whySignedOut}
          {isNothingDone && ' Nothing was done.'} Your input is still here: sign in in another tab, then
          return to this one.
        </p>
        <Group gap={8}>
          <Button component="a" href={`/signin?${returnParameters()}`} target="_blank" data-autofocus>
            Sign in in a new tab
          </Button>
          <Button variant="default" onClick={comeBack}>
            I have signed in
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
