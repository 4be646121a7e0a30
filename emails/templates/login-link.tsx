import type { Template } from '../letter'
import { Action, Paragraph, Small } from '../parts/text'

/** The single-use link to the account page. It is not stored after sending: later previews link to the login page. */
export const loginLink: Template<'login-link'> = (
  data,
  { shop, texts, format, theme, secret, loginPage },
) => {
  const { loginLink: words } = texts
  const until = words.until(format.moment(data.expires))
  return {
    subject: data.asks === 'card' ? words.forCard.subject(shop) : words.subject(shop),
    preview: until,
    title: data.asks === 'card' ? words.forCard.title : words.title(shop),
    body: (
      <>
        <Paragraph theme={theme}>{data.asks === 'card' ? words.forCard.about(shop) : words.about}</Paragraph>
        <Action theme={theme} href={secret ?? loginPage}>
          {words.button}
        </Action>
        <Small theme={theme}>{until}</Small>
        <Small theme={theme}>{words.ignore}</Small>
      </>
    ),
  }
}
