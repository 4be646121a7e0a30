import type { Template } from '../letter'
import { lineRows, orderRows } from '../parts/order'
import { Pay } from '../parts/pay'
import { Rows } from '../parts/rows'
import { Emphasis, Paragraph } from '../parts/text'

/** The last attempt of a subscription payment failed, and the account is suspended. */
export const paymentGivenUp: Template<'payment-given-up'> = (data, surroundings) => {
  const { shop, texts, format, theme } = surroundings
  const { paymentGivenUp: words, labels } = texts
  const amount = format.money(data)
  const decline = texts.decline(data.code, data.card !== undefined)
  return {
    subject:
      data.attempt === undefined || data.attempts === undefined
        ? words.subject(shop, amount)
        : words.subjectOfAttempt(data.attempt, data.attempts),
    preview: `${decline.what} ${words.last}`,
    title: words.title(amount),
    body: (
      <>
        <Paragraph theme={theme}>{`${decline.what} ${words.last}`}</Paragraph>
        <Emphasis theme={theme}>{words.meanwhile(shop)}</Emphasis>
        <Paragraph theme={theme}>{words.instead}</Paragraph>
        <Pay data={data} button={texts.payLink.button(amount)} surroundings={surroundings} />
        <Rows theme={theme} rows={lineRows(data.lines, data, surroundings)} />
        <Rows
          theme={theme}
          rows={[{ label: labels.due, value: format.day(data.due) }, ...orderRows(data, surroundings)]}
        />
      </>
    ),
  }
}
