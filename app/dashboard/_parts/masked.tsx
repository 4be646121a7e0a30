'use client'

import { useState } from 'react'
import { maskedIdentity } from '@/server/model/mask-identity'
import styles from './parts.module.css'

/** An identity number, masked until it is revealed. `name`: what it is, for the button's label. */
export function Masked({ text, name }: { text: string; name: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      {isShown ? text : maskedIdentity(text)}{' '}
      <button
        type="button"
        className={styles.reveal}
        aria-label={`${isShown ? 'Hide' : 'Show'} ${name}`}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </>
  )
}
