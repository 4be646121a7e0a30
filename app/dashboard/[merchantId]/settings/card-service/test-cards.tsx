'use client'

import { Heads } from '@/app/_parts/heads'
import { Section } from '../../../_parts/detail'
import detail from '../../../_parts/detail.module.css'
import styles from '../../../_parts/settings.module.css'

/** The published test cards, passed from the server so that the browser does not load the card service's code. */
export interface TestCardsProps {
  cards: { number: string; meaning: string }[]
  amounts: { amount: string; code: string }[]
}

/** The test cards of the simulated acquirer. */
export const TestCards = ({ cards, amounts }: TestCardsProps) => (
  <>
    <Section title="Test cards" className={detail.section}>
      <p className={detail.about}>
        Use any future expiry date and any security code except <code>988</code>, which is declined. See{' '}
        <a href="/docs#test-cards">the guide</a> for more.
      </p>
      <Table
        heads={['Number', 'Result']}
        rows={cards.map(({ number, meaning }) => [number.replace(/(\d{4})(?=\d)/g, '$1 '), meaning])}
      />
    </Section>
    <Section title="Amounts that are declined" className={detail.section}>
      <p className={detail.about}>
        For cards whose result depends on the amount. All other amounts are accepted.
      </p>
      <Table heads={['Amount', 'Decline code']} rows={amounts.map(({ amount, code }) => [amount, code])} />
    </Section>
  </>
)

const Table = ({ heads, rows }: { heads: [string, string]; rows: [string, string][] }) => (
  <table className={styles.table}>
    <Heads names={heads} />
    <tbody>
      {rows.map(([name, meaning]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{meaning}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
