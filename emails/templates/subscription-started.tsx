import type { Template } from '../letter'
import { AskForLink } from '../parts/ask-for-link'
import { lineRows } from '../parts/order'
import { Rows } from '../parts/rows'
import { Paragraph } from '../parts/text'

/** A subscription was added to the account. */
export const subscriptionStarted: Template<'subscription-started'> = (data, surroundings) => {
  const { shop, texts, format, theme, today } = surroundings
  const { subscriptionStarted: words, labels } = texts
  const day = format.day(data.start)
  const isAhead = data.start > today
  const about = words.about(shop, format.money(data), texts.schedule(data.schedule, data.start))
  return {
    subject: isAhead ? words.subjectAhead(shop, day) : words.subject(shop),
    preview: about,
    title: isAhead ? words.titleAhead(day) : words.title,
    body: (
      <>
        <Paragraph theme={theme}>{about}</Paragraph>
        <Rows
          theme={theme}
          rows={[
            ...lineRows(data.lines, data, surroundings),
            ...(data.due === undefined
              ? []
              : [{ label: labels.firstPayment, value: format.weekday(data.due) }]),
            ...(data.end === undefined ? [] : [{ label: labels.ends, value: format.weekday(data.end) }]),
          ]}
        />
        <Paragraph theme={theme}>{words.manage}</Paragraph>
        <AskForLink surroundings={surroundings} />
      </>
    ),
  }
}
