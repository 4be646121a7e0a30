import type { Template } from '../letter'
import { people } from '../texts/en-people'
import { noticeWords } from '../texts/notice-words'

/** The single-use link for joining a merchant's team. */
export const invitation: Template<'invitation'> = (data, { format, secret, loginPage }) => {
  const { invitation: words, once } = people
  const about = words.about(data.by, data.merchant)
  return {
    subject: words.subject(data.merchant),
    preview: about,
    title: words.title(data.merchant),
    foot: words.foot,
    body: [
      about,
      words.role(data.role),
      { button: words.button(data.merchant), href: secret ?? loginPage },
      { small: once(format.moment(data.expires)) },
      { small: words.ignore },
    ],
  }
}

/** The single-use link for choosing a new password. */
export const passwordReset: Template<'password-reset'> = (data, { format, secret, loginPage }) => {
  const { passwordReset: words, once, foot } = people
  return {
    subject: words.subject,
    preview: words.about,
    title: words.title,
    foot,
    body: [
      words.about,
      { button: words.button, href: secret ?? loginPage },
      { small: once(format.moment(data.expires)) },
      { small: words.ignore },
    ],
  }
}

/** Notifies a user that their sign-in settings changed, so that they notice if it was someone else. */
export const securityNotice: Template<'security-notice'> = (data, { format, loginPage }) => {
  const { securityNotice: words } = people
  const { what, consequence, notYou = words.notYou, foot = people.foot } = words.changes[data.what]
  const when = words.when(format.moment(data.date))
  return {
    subject: what,
    preview: when,
    title: what,
    foot,
    body: [`${when} ${consequence}`, { emphasis: notYou }, { button: words.button, href: loginPage }],
  }
}

/** Notifies members of a merchant's team of something that they have to know or do. */
export const teamNotice: Template<'team-notice'> = (data, { format }) => {
  const { teamNotice: words } = people
  const { subject, about, deadline } = noticeWords(data, { merchant: data.merchant, format })
  return {
    subject,
    preview: about,
    title: subject,
    foot: words.foot(data.merchant),
    body: [
      about,
      deadline !== undefined && { emphasis: deadline },
      { button: words.button, href: data.link },
    ],
  }
}

/** Several notices to a member of a merchant's team in one mail, so that a bad night does not fill an inbox. */
export const teamDigest: Template<'team-digest'> = ({ merchant, link, notices, more }, { format }) => {
  const { digest, foot, button } = people.teamNotice
  const subject = digest.subject(notices.length + more, merchant)
  return {
    subject,
    preview: digest.about,
    title: subject,
    foot: foot(merchant),
    body: [
      digest.about,
      ...notices.flatMap((notice) => {
        const { subject: what, about, deadline } = noticeWords(notice, { merchant, format })
        const small = [about, deadline].filter(Boolean).join(' ')
        return [{ link: what, href: notice.link }, { small }]
      }),
      more > 0 && digest.more(more),
      { button, href: link },
    ],
  }
}
