import type { Template } from '../letter'
import { lineRows, orderRows } from '../parts/order'
import { Pay } from '../parts/pay'
import { Rows } from '../parts/rows'
import { Emphasis, Paragraph } from '../parts/text'

/** A subscription payment failed and will be retried. */
export const paymentFailed: Template<'payment-failed'> = (data, surroundings) => {
  const { shop, texts, format, theme } = surroundings
  const { paymentFailed: words, labels } = texts
  const amount = format.money(data)
  const decline = texts.decline(data.code, data.card !== undefined)
  const next = words.next(format.weekday(data.nextTry))
  return {
    subject:
      data.attempt === undefined || data.attempts === undefined
        ? words.subject(shop, amount)
        : words.subjectOfAttempt(data.attempt, data.attempts, format.nearWeekday(data.nextTry)),
    preview: `${decline.what} ${next}`,
    title: words.title(amount),
    body: (
      <>
        <Paragraph theme={theme}>{`${decline.what} ${decline.todo}`}</Paragraph>
        <Emphasis theme={theme}>{next}</Emphasis>
        <Paragraph theme={theme}>{data.card ? words.instead : words.insteadWithoutCard}</Paragraph>
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
