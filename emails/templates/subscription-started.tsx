import type { Template } from '../letter'
import { AskForLink } from '../parts/ask-for-link'
import { lineRows } from '../parts/order'
import { Rows } from '../parts/rows'
import { Paragraph } from '../parts/words'

/** A subscription was made on the account. */
export const subscriptionStarted: Template<'subscription-started'> = (data, surroundings) => {
  const { shop, texts, format, theme } = surroundings
  const { subscriptionStarted: words, labels } = texts
  const about = words.about(shop, format.money(data), texts.schedule(data.schedule, data.start))
  return {
    subject: words.subject(shop),
    preview: about,
    title: words.title,
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
          ]}
        />
        <Paragraph theme={theme}>{words.manage}</Paragraph>
        <AskForLink surroundings={surroundings} />
      </>
    ),
  }
}
