import type { ReactNode } from 'react'
import type { Merchant } from '@/db/schema'
import { Frame } from './frame'
import styles from './message.module.css'
import type { Words } from './words'

/** A page with a message to a customer, followed by what to do. */
export const MessagePage = ({
  merchant,
  words,
  path,
  title,
  children,
}: {
  merchant: Merchant | undefined
  words: Words
  path: string
  title: string
  children: ReactNode
}) => (
  <Frame merchant={merchant} words={words} path={path} narrow>
    <div className={styles.message}>
      <h1>{title}</h1>
      {children}
    </div>
  </Frame>
)
