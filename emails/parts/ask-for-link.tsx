import type { Surroundings } from '../letter'
import { Action, Small } from './text'

/** The link to the account in a mail that must not log its reader in. */
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
