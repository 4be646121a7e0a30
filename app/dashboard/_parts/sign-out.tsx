'use client'

import { Button } from '@mantine/core'
import { leave } from './leave'

export const SignOut = () => (
  <Button variant="default" onClick={() => leave()}>
    Sign out
  </Button>
)
