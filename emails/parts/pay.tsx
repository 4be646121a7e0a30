import type { MailMoney } from '@/server/model/mail'
import type { Surroundings } from '../letter'
import { AskForLink } from './ask-for-link'
import { Action, Small } from './text'

/**
 * The button that leads to a payment. The link is not stored after sending: a mail that is shown again leads to the
 * account.
 */
export function Pay({
  data,
  button,
  surroundings,
}: {
  data: MailMoney & { expires?: string }
  button: string
  surroundings: Surroundings
}) {
  const { texts, format, theme, secret } = surroundings
  if (secret === undefined) return <AskForLink surroundings={surroundings} />
  return (
    <>
      <Action theme={theme} href={secret}>
        {button}
      </Action>
      {data.expires !== undefined && (
        <Small theme={theme}>{texts.payLink.until(format.date(data.expires))}</Small>
      )}
    </>
  )
}
