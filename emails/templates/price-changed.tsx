import type { Template } from '../letter'
import { AskForLink } from '../parts/ask-for-link'
import { lineRows } from '../parts/order'
import { Rows } from '../parts/rows'
import { Paragraph } from '../parts/text'

/** A subscription gets another price on a day. */
export const priceChanged: Template<'price-changed'> = (data, surroundings) => {
  const { shop, texts, format, theme } = surroundings
  const { priceChanged: words } = texts
  const day = format.day(data.from)
  const about = words.about(shop, day, texts.schedule(data.schedule, data.start))
  return {
    subject: words.subject(shop, day),
    preview: about,
    title: words.title(day),
    body: (
      <>
        <Paragraph theme={theme}>{about}</Paragraph>
        <Rows
          theme={theme}
          rows={[
            { label: words.before, value: format.money(data.before) },
            ...lineRows(data.lines, data, surroundings, { label: words.after }),
            { label: words.first, value: format.weekday(data.from) },
          ]}
        />
        <Paragraph theme={theme}>{words.what}</Paragraph>
        <AskForLink surroundings={surroundings} />
      </>
    ),
  }
}
