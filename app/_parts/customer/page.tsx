import type { ReactNode } from 'react'
import { Frame } from './frame'
import { Note } from './note'
import styles from './page.module.css'
import type { NoteName } from './true-note'
import type { Visit } from './visit'
import type { Words } from './words'

/** The frame of an account page: a link back, the title, a note about the last action, and the content. */
export function Page({
  visit: { merchant, words },
  path,
  title,
  back = { to: '/account', text: words.say('frame.account') },
  note,
  children,
}: {
  visit: Visit
  path: string
  title: ReactNode
  back?: { to: string; text: string }
  note?: NoteName | undefined
  children: ReactNode
}) {
  return (
    <Frame merchant={merchant} words={words} path={path} aside={<SignOut words={words} />}>
      <a href={back.to} className={styles.back}>
        <span aria-hidden="true">←</span> {back.text}
      </a>
      <Note name={note} words={words} />
      <h1 className={styles.title}>{title}</h1>
      {children}
    </Frame>
  )
}

export const SignOut = ({ words }: { words: Words }) => (
  <form method="post" action="/account/sign-out">
    <button type="submit" className={styles.quiet}>
      {words.say('frame.logOut')}
    </button>
  </form>
)
