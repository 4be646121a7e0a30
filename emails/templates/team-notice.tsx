import type { MailData } from '@/server/model/mail'
import type { Letter, Surroundings, Template } from '../letter'
import { Action, Emphasis, Paragraph } from '../parts/text'
import { people } from '../texts/en-people'

/** Tells the members of a merchant's team what they have to know or do. */
export const teamNotice: Template<'team-notice'> = (data, surroundings) => {
  const { theme } = surroundings
  const { teamNotice: words } = people
  const { subject, about, deadline } = contentOf(data, surroundings)
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

type Content = Pick<Letter, 'subject'> & { about: string; deadline?: string }

function contentOf(data: MailData['team-notice'], { format }: Surroundings): Content {
  const { teamNotice: words } = people
  if (data.what === 'differences') {
    const { subject, about } = words.differences
    return { subject: subject(data.count, data.merchant), about }
  }
  const amount = format.money(data)
  const order = data.number ?? data.order
  switch (data.what) {
    case 'dispute opened':
      return {
        subject: words.disputeOpened.subject(amount, order),
        about: words.disputeOpened.about(data.reason),
        ...(data.due !== undefined && { deadline: words.disputeOpened.due(format.moment(data.due)) }),
      }
    case 'dispute won':
      return { ...words.disputeWon, subject: words.disputeWon.subject(amount, order) }
    case 'dispute lost':
      return { ...words.disputeLost, subject: words.disputeLost.subject(amount, order) }
    case 'authorisation expires': {
      const { subject, about } = words.authorisationExpires
      return { subject: subject(order), about: about(amount, format.moment(data.until)) }
    }
  }
}
