import type { Template } from '../letter'
import { Action, Paragraph, Small } from '../parts/text'

/** Asks the owner of an address to confirm it. The link is not stored after sending. */
export const emailConfirm: Template<'email-confirm'> = (
  data,
  { shop, texts, format, theme, secret, loginPage },
) => {
  const { emailConfirm: words } = texts
  const about = words.about(shop)
  return {
    subject: words.subject(shop),
    preview: about,
    title: words.title,
    body: (
      <>
        <Paragraph theme={theme}>{about}</Paragraph>
        <Action theme={theme} href={secret ?? loginPage}>
          {words.button}
        </Action>
        <Small theme={theme}>{words.until(format.moment(data.expires))}</Small>
        <Small theme={theme}>{words.ignore}</Small>
      </>
    ),
  }
}
