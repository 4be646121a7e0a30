'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../../_parts/calls'
import { Chip } from '../../../_parts/chip'
import detail from '../../../_parts/detail.module.css'
import { Loading } from '../../../_parts/loading-rows'
import { useMerchant } from '../../../_parts/merchant'
import { QueryState } from '../../../_parts/query-state'
import styles from './card-service.module.css'
import { ChooseService } from './choose-service'
import { Connection } from './connection'
import { GoLive } from './go-live'
import { accountsWithCards, type Service } from './service-words'
import { TestCards, type TestCardsProps } from './test-cards'

/** The merchant's card services: which one new orders use, their connections, and what is missing to go live. */
export function CardService(testCards: TestCardsProps) {
  const { may, type } = useMerchant()
  const query = useQuery(useTRPC().cardService.list.queryOptions())
  return (
    <>
      <h1>Card service</h1>
      <p className={detail.about}>
        The card service authorises cards and moves the money.
        {!may('admin') && ' Only admins and owners can change it.'}
      </p>
      <QueryState
        what="The card services"
        query={query}
        loading={<Loading what="The card services" rows={4} />}
      >
        {(services) => (
          <>
            <ul className={styles.services}>
              {services.map((service) => (
                <li key={service.name}>
                  <ServiceHead service={service} services={services} />
                  {service.guide && <Connection service={service} guide={service.guide} />}
                </li>
              ))}
            </ul>
            <GoLive />
            {type === 'test' && services.some(({ name, isCurrent }) => name === 'test' && isCurrent) && (
              <TestCards {...testCards} />
            )}
          </>
        )}
      </QueryState>
    </>
  )
}

function ServiceHead({ service, services }: { service: Service; services: Service[] }) {
  const { type, may } = useMerchant()
  const { isCurrent, isSimulated, guide, connection, accounts } = service
  const canChoose = !isCurrent && (guide === undefined || connection !== undefined)
  const isDeadEnd = isSimulated && type === 'live'
  return (
    <>
      <header className={styles.head}>
        <h2>{service.title}</h2>
        {isCurrent && <Chip state="current" colour="green" text="Used for new orders" />}
        {!isCurrent && connection && <Chip state="connected" colour="blue" text="Connected" />}
        {canChoose && !isDeadEnd && may('admin') && <ChooseService service={service} services={services} />}
      </header>
      {isSimulated && (
        <p className={isCurrent && type === 'live' ? detail.warning : detail.about}>
          {isCurrent && type === 'live'
            ? 'This merchant is live, but no money moves: the simulated acquirer accepts test cards only. Connect your account below to take real payments.'
            : 'Included with Kassa. It accepts test cards only, and no money moves.'}
        </p>
      )}
      {accounts > 0 && !isCurrent && (
        <p className={detail.about}>
          {accountsWithCards(accounts)} stored here. They are still charged through this service.
        </p>
      )}
    </>
  )
}
