'use client'

import { Copied } from '../_parts/copied'
import { useMerchant } from '../_parts/merchant'
import styles from '../_parts/parts.module.css'

export function Home() {
  const { id, name, currency, timeZone, type, exactly, now } = useMerchant()
  return (
    <>
      <h1>{name}</h1>
      <section className={styles.section} aria-labelledby="facts">
        <h2 id="facts">This merchant</h2>
        <dl className={styles.facts}>
          <div>
            <dt>Id</dt>
            <dd>
              <Copied text={id} name="the merchant’s id" />
            </dd>
          </div>
          <div>
            <dt>Kind</dt>
            <dd>{type === 'test' ? 'Test: no real money moves' : 'Live'}</dd>
          </div>
          <div>
            <dt>Currency</dt>
            <dd>{currency}</dd>
          </div>
          <div>
            <dt>Time zone</dt>
            <dd>{timeZone}</dd>
          </div>
          <div>
            <dt>Its clock</dt>
            <dd>{exactly(now)}</dd>
          </div>
        </dl>
      </section>
    </>
  )
}
