import type { Block, Surroundings } from '../letter'

/** The link to the account in a mail that must not log its reader in. */
export const askForLink = ({ shop, texts, loginPage }: Surroundings): Block[] => [
  { button: texts.askForLink.button, href: loginPage },
  { small: texts.askForLink.why(shop) },
]
