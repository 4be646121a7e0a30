import type { Surroundings } from '../letter'
import { Action, Small } from './words'

/** Explains how to get into the account from a mail that must not sign in everyone who reads it. */
export function AskForLink({ surroundings }: { surroundings: Surroundings }) {
  const { shop, texts, theme, loginPage } = surroundings
  return (
    <>
      <Action theme={theme} href={loginPage}>
        {texts.askForLink.button}
      </Action>
      <Small theme={theme}>{texts.askForLink.why(shop)}</Small>
    </>
  )
}
