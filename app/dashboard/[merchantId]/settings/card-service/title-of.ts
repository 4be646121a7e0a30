import { counted } from '@/server/model/counted'
import type { Outputs } from '../../../_parts/merchant'

/** A card service as its merchant sees it. */
export type Service = Outputs['cardService']['list'][number]

/** The name that people know a card service by. */
export const titleOf = ({ guide }: Pick<Service, 'guide'>): string => guide?.title ?? 'the simulated acquirer'

/** "1 account has cards". */
export const accountsWithCards = (count: number): string =>
  counted(count, 'account has cards', 'accounts have cards', (number) => number.toLocaleString('en'))
