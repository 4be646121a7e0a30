import type { Template } from '../letter'
import { Emphasis, Paragraph } from '../parts/text'

/** Notifies the old address that the customer has changed it. The new address stays private. */
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
