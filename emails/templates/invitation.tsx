import type { Template } from '../letter'
import { Action, Paragraph, Small } from '../parts/text'
import { people } from '../texts/en-people'

/** The single-use link for joining a merchant's team. */
export const invitation: Template<'invitation'> = (data, { format, theme, secret, loginPage }) => {
  const { invitation: words, once } = people
  const about = words.about(data.by, data.merchant)
  return {
    subject: words.subject(data.merchant),
    preview: about,
    title: words.title(data.merchant),
    foot: words.foot,
    body: (
      <>
        <Paragraph theme={theme}>{about}</Paragraph>
        <Paragraph theme={theme}>{words.role(data.role)}</Paragraph>
        <Action theme={theme} href={secret ?? loginPage}>
          {words.button(data.merchant)}
        </Action>
        <Small theme={theme}>{once(format.moment(data.expires))}</Small>
        <Small theme={theme}>{words.ignore}</Small>
      </>
    ),
  }
}
