import type { Template } from '../letter'
import { Emphasis, Paragraph } from '../parts/words'

/** Tells the address before that it is the customer's no more. It says nothing of the new one, which is not its reader's to know. */
export const emailChanged: Template<'email-changed'> = (data, { shop, texts, format, theme }) => {
  const { emailChanged: words } = texts
  const about = words.about(shop, format.date(data.date))
  return {
    subject: words.subject(shop),
    preview: about,
    title: words.title,
    body: (
      <>
        <Paragraph theme={theme}>{about}</Paragraph>
        <Emphasis theme={theme}>{words.stranger(shop)}</Emphasis>
      </>
    ),
  }
}
