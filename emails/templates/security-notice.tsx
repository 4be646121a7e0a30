import type { Template } from '../letter'
import { Action, Emphasis, Paragraph } from '../parts/text'
import { people } from '../texts/en-people'

/** Notifies a user that their sign-in settings changed, so that they notice if it was someone else. */
export const securityNotice: Template<'security-notice'> = (data, { format, theme, loginPage }) => {
  const { securityNotice: words, foot } = people
  const when = words.when(format.moment(data.date))
  return {
    subject: words.subject(data.what),
    preview: when,
    title: words.title(data.what),
    foot,
    body: (
      <>
        <Paragraph theme={theme}>
          {when} {words.consequence(data.what)}
        </Paragraph>
        <Emphasis theme={theme}>{words.notYou}</Emphasis>
        <Action theme={theme} href={loginPage}>
          {words.button}
        </Action>
      </>
    ),
  }
}
