'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../../_parts/calls'
import { Failed } from '../../../_parts/face'
import { useMerchant } from '../../../_parts/merchant'
import styles from '../../../_parts/settings.module.css'

/** The published test cards, passed from the server so that the browser does not load the card service's code. */
export interface TestCards {
  cards: { number: string; meaning: string }[]
  amounts: { amount: string; code: string }[]
}

/** The merchant's card service and its test cards. */
export function CardService({ cards, amounts }: TestCards) {
  const trpc = useTRPC()
  const { type } = useMerchant()
  const { data, error, refetch } = useQuery(trpc.settings.get.queryOptions())
  if (error) return <Failed what="The card service" error={error} retry={() => refetch()} whole />
  return (
    <>
      <h1>Card service</h1>
      {data ? <Service name={data.cardService} type={type} /> : <Skeleton height={48} mt={4} />}
      {type === 'test' && data?.cardService === 'test' && <Cards cards={cards} amounts={amounts} />}
    </>
  )
}

const Service = ({ name, type }: { name: string; type: 'test' | 'live' }) => (
  <p className={styles.about}>
    {name === 'test' ? (
      <>
        This merchant uses <code>test</code>, the simulated acquirer included with Kassa. It accepts test
        cards only, and no money moves{type === 'live' && ', even for live merchants'}. No other card service
        is available yet.
      </>
    ) : (
      <>
        This merchant uses <code>{name}</code>.
      </>
    )}
  </p>
)

function Cards({ cards, amounts }: TestCards) {
  return (
    <section className={styles.section} aria-labelledby="cards">
      <h2 id="cards">Test cards</h2>
      <p className={styles.about}>
        Use any future expiry date and any security code except <code>988</code>, which is declined. See{' '}
        <a href="/docs#test-cards">the guide</a> for more.
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {cards.map(({ number, meaning }) => (
            <tr key={number}>
              <th scope="row" className={styles.number}>
                {number.replace(/(\d{4})(?=\d)/g, '$1 ')}
              </th>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2 className={styles.section}>Amounts that are declined</h2>
      <p className={styles.about}>
        For cards whose result depends on the amount. All other amounts are accepted.
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Amount</th>
            <th scope="col">Decline code</th>
          </tr>
        </thead>
        <tbody>
          {amounts.map(({ amount, code }) => (
            <tr key={amount}>
              <th scope="row" className={styles.number}>
                {amount}
              </th>
              <td>{code}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
