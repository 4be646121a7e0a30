'use client'

import { Button, Group, Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { placeHere } from './leave'
import styles from './parts.module.css'

/** Stands before a page whose session has ended, so that what was filled in on it is still there afterwards. */
export function SignInAgain({ comeBack }: { comeBack: () => void }) {
  useWindowEvent('focus', comeBack)
  return (
    <Modal
      opened
      onClose={comeBack}
      withCloseButton={false}
      zIndex={1000}
      // What is behind is for whoever has signed in.
      overlayProps={{ backgroundOpacity: 0.9, blur: 8, color: 'var(--canvas)' }}
      title="Sign in to go on"
      transitionProps={{ duration: 120 }}
    >
      <div className={styles.dialog}>
        <p>
          You are signed out, or it is more than 12 hours since you signed in. Nothing was done. What you have
          filled in stays here: sign in in another tab, and come back to this one.
        </p>
        <Group gap={8}>
          <Button component="a" href={`/signin?${placeHere()}`} target="_blank" data-autofocus>
            Sign in in another tab
          </Button>
          <Button variant="default" onClick={comeBack}>
            I have signed in
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
