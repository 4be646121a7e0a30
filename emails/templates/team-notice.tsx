import type { Template } from '../letter'
import { Action, Emphasis, Paragraph } from '../parts/text'
import { people } from '../texts/en-people'
import { noticeWords } from '../texts/notice-words'

/** Notifies the members of a merchant's team of something to know or do. */
export const teamNotice: Template<'team-notice'> = (data, { theme, format }) => {
  const { teamNotice: words } = people
  const { subject, about, deadline } = noticeWords(data, { merchant: data.merchant, format })
  return {
    subject,
    preview: about,
    title: subject,
    foot: words.foot(data.merchant),
    body: (
      <>
        <Paragraph theme={theme}>{about}</Paragraph>
        {deadline !== undefined && <Emphasis theme={theme}>{deadline}</Emphasis>}
        <Action theme={theme} href={data.link}>
          {words.button}
        </Action>
      </>
    ),
  }
}
