import { declinesByAmount, schemeOf, testCards } from '@/server/card/test/cards'
import { meanings } from '@/server/card/test/meanings'
import { Heads } from '../../_parts/heads'
import styles from '../_parts/guide.module.css'
import { Section } from '../_parts/section'

/** The card numbers of the test card service and their results. */
export function TestCards() {
  return (
    <Section id="test-cards" title="Test cards">
      <p>
        With the card service <code>test</code>, no money moves. It accepts only these numbers, so that nobody
        enters a real card. Use any future expiry date and any security code of three digits, or four for
        American Express. Only <code>988</code> is declined, with <code>invalid csc</code>.
      </p>
      <table className={`${styles.table} ${styles.stack}`}>
        <caption>Cards and their results</caption>
        <Heads names={['Number', 'Scheme', 'Result']} />
        <tbody>
          {testCards.map(({ number, behaviour }) => (
            <tr key={number} id={`card-${number}`}>
              <th scope="row" className={styles.number}>
                {number}
              </th>
              <td>{schemeOf(number)}</td>
              <td>{meanings[behaviour]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className={styles.table}>
        <caption>For cards whose result depends on the amount. All other amounts are accepted</caption>
        <Heads names={['Amount', 'Decline code']} />
        <tbody>
          {[...declinesByAmount].map(([amount, code]) => (
            <tr key={amount}>
              <th scope="row" className={styles.number}>
                {amount.toFixed(2)}
              </th>
              <td>{code}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
