'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../../_parts/calls'
import { Failed } from '../../../_parts/face'
import { useMerchant } from '../../../_parts/merchant'
import styles from '../../../_parts/settings.module.css'

/** The published test cards, which the server tells: the browser needs no more of the card service than these. */
export interface TestCards {
  cards: { number: string; meaning: string }[]
  amounts: { amount: string; code: string }[]
}

/** Who moves the money, and with which cards it can be tried out. */
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
        This merchant uses <code>test</code>, the simulated acquirer that comes with Kassa: it takes test
        cards only, and no money moves{type === 'live' && ', for live merchants neither'}. It is the only one
        so far.
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
        Any expiry in the future will do, and any security code but <code>988</code>, which is refused. More
        in <a href="/docs#test-cards">the reference</a>.
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">What it does</th>
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
      <h2 className={styles.section}>Amounts that decide</h2>
      <p className={styles.about}>With the cards whose amount decides. Any other amount is accepted.</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Amount</th>
            <th scope="col">Declined with</th>
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
