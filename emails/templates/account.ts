import type { Template } from '../letter'

/** The single-use link to the account page. It is not stored after sending: later previews link to the login page. */
export const loginLink: Template<'login-link'> = (data, { shop, texts, format, secret, loginPage }) => {
  const { loginLink: words } = texts
  const until = words.until(format.moment(data.expires))
  const asksForCard = data.asks === 'card'
  return {
    subject: asksForCard ? words.forCard.subject(shop) : words.subject(shop),
    preview: until,
    title: asksForCard ? words.forCard.title : words.title(shop),
    body: [
      asksForCard ? words.forCard.about(shop) : words.about,
      { button: words.button, href: secret ?? loginPage },
      { small: until },
      { small: words.ignore },
    ],
  }
}

/** Asks the owner of an address to confirm it. The link is not stored after sending. */
export const emailConfirm: Template<'email-confirm'> = (data, { shop, texts, format, secret, loginPage }) => {
  const { emailConfirm: words } = texts
  const about = words.about(shop)
  return {
    subject: words.subject(shop),
    preview: about,
    title: words.title,
    body: [
      about,
      { button: words.button, href: secret ?? loginPage },
      { small: words.until(format.moment(data.expires)) },
      { small: words.ignore },
    ],
  }
}

/** Notifies the old address that it was changed or removed. The new address stays private. */
export const emailChanged: Template<'email-changed'> = (data, { shop, texts, format }) => {
  const { stranger, removed, ...changed } = texts.emailChanged
  const words = data.removed ? removed : changed
  const about = words.about(shop, format.date(data.date))
  return {
    subject: words.subject(shop),
    preview: about,
    title: words.title,
    body: [about, { emphasis: stranger(shop) }],
  }
}
