import type { Template } from '../letter'
import { lineRows, orderRows } from '../parts/order'
import { Pay } from '../parts/pay'
import { Rows } from '../parts/rows'
import { Paragraph } from '../parts/text'

/** The customer's bank wants the customer to approve a payment. */
export const paymentApproval: Template<'payment-approval'> = (data, surroundings) => {
  const { shop, texts, format, theme } = surroundings
  const { paymentApproval: words, labels } = texts
  const amount = format.money(data)
  return {
    subject:
      data.attempt === undefined || data.attempts === undefined
        ? words.subject(shop, amount)
        : words.subjectOfAttempt(data.attempt, data.attempts, format.nearWeekday(data.nextTry)),
    preview: words.about,
    title: words.title(amount),
    body: (
      <>
        <Paragraph theme={theme}>{words.about}</Paragraph>
        <Pay data={data} button={words.button} surroundings={surroundings} />
        <Paragraph theme={theme}>{words.otherwise(format.weekday(data.nextTry))}</Paragraph>
        <Rows theme={theme} rows={lineRows(data.lines, data, surroundings)} />
        <Rows
          theme={theme}
          rows={[{ label: labels.due, value: format.day(data.due) }, ...orderRows(data, surroundings)]}
        />
      </>
    ),
  }
}
