import { capitalised } from '@/server/model/capitalised'
import { counted } from '@/server/model/counted'
import type { Outputs } from '../../../_parts/merchant'

/** A card service as its merchant sees it. */
export type Service = Outputs['cardService']['list'][number]

/** The name that people know a card service by. */
export const titleOf = ({ name, guide }: Pick<Service, 'name' | 'guide'>): string =>
  guide?.title ?? (name === 'test' ? 'the simulated acquirer' : capitalised(name))

/** "1 account has cards". */
export const accountsWithCards = (count: number): string =>
  counted(count, 'account has cards', 'accounts have cards', (number) => number.toLocaleString('en'))
