import type { Template } from '../letter'
import { lineRows } from '../parts/order'
import { Rows } from '../parts/rows'
import { Paragraph } from '../parts/text'

/** A subscription has ended or will end on a given day. */
export const subscriptionEnded: Template<'subscription-ended'> = (data, surroundings) => {
  const { shop, texts, format, theme, today } = surroundings
  const { subscriptionEnded: words } = texts
  const day = format.day(data.end)
  const isAhead = data.end > today
  const until = isAhead ? words.untilAhead(day) : words.until(day)
  const about = data.by === undefined ? until : `${words.who(data.by, shop)} ${until}`
  return {
    subject: isAhead ? words.subjectAhead(shop, day) : words.subject(shop),
    preview: about,
    title: isAhead ? words.titleAhead(day) : words.title,
    body: (
      <>
        <Paragraph theme={theme}>{about}</Paragraph>
        {data.unpaid && <Paragraph theme={theme}>{words.unpaid}</Paragraph>}
        <Rows theme={theme} rows={lineRows(data.lines, data, surroundings)} />
      </>
    ),
  }
}
