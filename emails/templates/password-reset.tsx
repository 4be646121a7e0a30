import type { Template } from '../letter'
import { Action, Paragraph, Small } from '../parts/text'
import { people } from '../texts/en-people'

/** The single-use link for choosing a new password. */
export const passwordReset: Template<'password-reset'> = (data, { format, theme, secret, loginPage }) => {
  const { passwordReset: words, once, foot } = people
  return {
    subject: words.subject,
    preview: words.about,
    title: words.title,
    foot,
    body: (
      <>
        <Paragraph theme={theme}>{words.about}</Paragraph>
        <Action theme={theme} href={secret ?? loginPage}>
          {words.button}
        </Action>
        <Small theme={theme}>{once(format.moment(data.expires))}</Small>
        <Small theme={theme}>{words.ignore}</Small>
      </>
    ),
  }
}
