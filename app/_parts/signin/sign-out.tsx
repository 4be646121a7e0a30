'use client'

import { signOut } from 'next-auth/react'
import styles from './signin.module.css'

/** Signs this browser out and returns to `to`. */
export const SignOut = ({ to }: { to: string }) => (
  <button type="button" className={styles.action} onClick={() => signOut({ callbackUrl: to })}>
    Sign out
  </button>
)
