import { declinesByAmount, schemeOf, testCards } from '@/server/card/test/cards'
import { meanings } from '@/server/card/test/meanings'
import styles from '../_parts/guide.module.css'
import { Section } from '../_parts/section'

/** The numbers that the test card service takes, and what each does. */
export function TestCards() {
  return (
    <Section id="test-cards" title="Test cards">
      <p>
        With the card service <code>test</code> no money moves. It takes these numbers only, so that nobody
        types a real card into it. Any expiry in the future will do, and any security code of three digits,
        four for American Express; <code>988</code> alone is answered with <code>invalid csc</code>.
      </p>
      <table className={`${styles.table} ${styles.stack}`}>
        <caption>Cards and what they do</caption>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Scheme</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
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
        <caption>For the cards whose amount decides; any other amount is accepted</caption>
        <thead>
          <tr>
            <th scope="col">Amount</th>
            <th scope="col">Declined with</th>
          </tr>
        </thead>
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
