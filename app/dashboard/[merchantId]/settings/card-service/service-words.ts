import { counted } from '@/server/model/counted'
import type { Outputs } from '../../../_parts/merchant'

/** A card service as its merchant sees it. */
export type Service = Outputs['cardService']['list'][number]

/** The title of a card service within a sentence. */
export const titleInSentence = ({ name, title }: Pick<Service, 'name' | 'title'>): string =>
  name === 'test' ? 'the simulated acquirer' : title

/** "1 account has cards". */
export const accountsWithCards = (count: number): string =>
  counted(count, 'account has cards', 'accounts have cards', (number) => number.toLocaleString('en'))

/** What an admin reads when the keys work, but no notices could be set up. */
export const noticesFailed =
  'The keys work, but the webhook endpoint could not be set up. Check the connection again later.'
