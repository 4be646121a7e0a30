import type { Template } from '../letter'
import { lineRows, orderRows, standingRows } from '../parts/order'
import { Rows } from '../parts/rows'
import { Action, Paragraph } from '../parts/text'

/** The receipt for a charge. */
export const receipt: Template<'receipt'> = (data, surroundings) => {
  const { shop, texts, format, theme, orderPage } = surroundings
  const { receipt: words, labels } = texts
  const amount = format.money(data)
  const about = data.whole ? words.whole(shop) : words.part(shop)
  return {
    subject: words.subject(shop, amount),
    preview: about,
    title: words.title(amount),
    body: (
      <>
        <Paragraph theme={theme}>{about}</Paragraph>
        <Rows theme={theme} rows={lineRows(data.lines, data, surroundings, { vat: data.vat })} />
        <Rows
          theme={theme}
          rows={[
            { label: labels.date, value: format.date(data.date) },
            ...(data.due === undefined ? [] : [{ label: labels.due, value: format.day(data.due) }]),
            ...standingRows(data, surroundings),
            ...orderRows(data, surroundings),
          ]}
        />
        <Action theme={theme} href={orderPage(data.order)}>
          {words.button}
        </Action>
      </>
    ),
  }
}
