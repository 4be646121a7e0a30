import type { Outputs } from '../../../_parts/merchant'

export type Member = Outputs['team']['list']['members'][number]
