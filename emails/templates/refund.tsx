import type { Template } from '../letter'
import { cardInWords, lineRows, orderRows, standingRows } from '../parts/order'
import { Rows } from '../parts/rows'
import { Action, Paragraph } from '../parts/text'

/** The confirmation of a refund. */
export const refund: Template<'refund'> = (data, surroundings) => {
  const { shop, texts, format, theme, orderPage } = surroundings
  const { refund: words, labels } = texts
  const amount = format.money(data)
  const about = data.whole ? words.whole(shop) : words.part(shop)
  const where = data.card ? `${words.toCard(cardInWords(data.card, surroundings))} ` : ''
  return {
    subject: words.subject(shop, amount),
    preview: about,
    title: words.title(amount),
    body: (
      <>
        <Paragraph theme={theme}>{about}</Paragraph>
        <Paragraph theme={theme}>{`${where}${words.when}`}</Paragraph>
        <Rows
          theme={theme}
          rows={lineRows(data.lines ?? [], data, surroundings, { label: labels.refunded, vat: data.vat })}
        />
        <Rows
          theme={theme}
          rows={[
            { label: labels.date, value: format.date(data.date) },
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
