import type { Template } from '../letter'
import { lineRows, orderRows } from '../parts/order'
import { Rows } from '../parts/rows'
import { Action, Paragraph, Small } from '../parts/text'

/** The customer's bank wants the customer to approve a payment. The single-use link is not stored after sending. */
export const paymentApproval: Template<'payment-approval'> = (data, surroundings) => {
  const { shop, texts, format, theme, secret, loginPage } = surroundings
  const { paymentApproval: words, loginLink, labels } = texts
  const amount = format.money(data)
  return {
    subject: words.subject(shop, amount),
    preview: words.about,
    title: words.title(amount),
    body: (
      <>
        <Paragraph theme={theme}>{words.about}</Paragraph>
        <Action theme={theme} href={secret ?? loginPage}>
          {words.button}
        </Action>
        <Small theme={theme}>{`${loginLink.until(format.moment(data.expires))} ${words.ignore}`}</Small>
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
