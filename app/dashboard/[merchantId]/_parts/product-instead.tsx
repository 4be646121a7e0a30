import { Button } from '@mantine/core'
import type { ListAddress } from '../../_parts/table/list-address'
import { productIn } from './product-in'

/** Offers to look for a search among the names of items: rows are called by them, but no index of searches has them. */
export function ProductInstead({ rows, address }: { rows: string; address: ListAddress }) {
  const product = productIn(address.given.search)
  if (product === undefined || address.given.product) return null
  return (
    <Button variant="default" onClick={() => address.set({ search: undefined, product })}>
      Show {rows} with the product “{product}”
    </Button>
  )
}
