'use client'

import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from './confirm'
import type { OrderShown } from './order-shown'
import { nameOf, type Possible } from './order-shown'

/** The actions possible on an order. The first one is the page's main action. */
export function Actions({ order }: { order: OrderShown }) {
  const [chosen, setChosen] = useState<Possible>()
  return (
    <>
      <Group gap={8}>
        {order.possible.map((possible, place) => (
          <Button
            key={possible.type}
            variant={place === 0 ? 'filled' : 'default'}
            onClick={() => setChosen(possible)}
          >
            {nameOf(possible, order)}
          </Button>
        ))}
      </Group>
      {chosen && <Confirm order={order} possible={chosen} close={() => setChosen(undefined)} />}
    </>
  )
}
