import type { Template } from '../letter'
import { AskForLink } from '../parts/ask-for-link'
import { cardInWords } from '../parts/order'
import { Paragraph } from '../parts/text'

/** The default card expires soon or has expired, so payments may fail. */
export const cardExpiring: Template<'card-expiring'> = (data, surroundings) => {
  const { shop, texts, format, theme, today } = surroundings
  const { cardExpiring: words } = texts
  const card = cardInWords(data.card, surroundings)
  const hasExpired = data.lastDay < today
  const without = hasExpired ? words.expired(shop) : words.ahead(shop)
  const about = data.due === undefined ? without : words.missed(shop, format.day(data.due))
  return {
    subject: hasExpired ? words.subjectExpired(shop, card) : words.subject(shop, card),
    preview: about,
    title: hasExpired ? words.titleExpired(card) : words.title(card, format.day(data.lastDay)),
    body: (
      <>
        <Paragraph theme={theme}>{about}</Paragraph>
        <Paragraph theme={theme}>{words.how}</Paragraph>
        <AskForLink surroundings={surroundings} />
      </>
    ),
  }
}
