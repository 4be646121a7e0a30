import { Link } from 'react-email'
import type { Template } from '../letter'
import { classes } from '../parts/style-sheet'
import { Action, Paragraph, Small } from '../parts/text'
import { people } from '../texts/en-people'
import { noticeWords } from '../texts/notice-words'

/** Several notices to a member of a merchant's team in one mail, so that a bad night does not fill an inbox. */
export const teamDigest: Template<'team-digest'> = ({ merchant, link, notices, more }, { theme, format }) => {
  const {
    teamNotice,
    teamNotice: { digest },
  } = people
  const subject = digest.subject(notices.length + more, merchant)
  return {
    subject,
    preview: digest.about,
    title: subject,
    foot: teamNotice.foot(merchant),
    body: (
      <>
        <Paragraph theme={theme}>{digest.about}</Paragraph>
        {notices.map((notice) => {
          const { subject: what, about, deadline } = noticeWords(notice, { merchant, format })
          return (
            <div key={`${notice.link} ${what}`}>
              <Paragraph theme={theme}>
                <Link
                  href={notice.link}
                  className={classes.text}
                  style={{ color: theme.light.text, fontWeight: 600, textDecoration: 'underline' }}
                >
                  {what}
                </Link>
              </Paragraph>
              <Small theme={theme}>{[about, deadline].filter(Boolean).join(' ')}</Small>
            </div>
          )
        })}
        {more > 0 && <Paragraph theme={theme}>{digest.more(more)}</Paragraph>}
        <Action theme={theme} href={link}>
          {teamNotice.button}
        </Action>
      </>
    ),
  }
}
