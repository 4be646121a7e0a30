import type { Template } from '../letter'
import { AskForLink } from '../parts/ask-for-link'
import { cardInWords } from '../parts/order'
import { Paragraph } from '../parts/words'

/** The default card is about to end, and a payment may miss it. */
export const cardExpiring: Template<'card-expiring'> = (data, surroundings) => {
  const { shop, texts, format, theme } = surroundings
  const { cardExpiring: words } = texts
  const card = cardInWords(data.card, surroundings)
  const ahead = data.due === undefined ? words.ahead(shop) : words.missed(shop, format.day(data.due))
  return {
    subject: words.subject(shop, card),
    preview: ahead,
    title: words.title(card, format.day(data.lastDay)),
    body: (
      <>
        <Paragraph theme={theme}>{ahead}</Paragraph>
        <Paragraph theme={theme}>{words.how}</Paragraph>
        <AskForLink surroundings={surroundings} />
      </>
    ),
  }
}
