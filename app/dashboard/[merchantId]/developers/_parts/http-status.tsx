import { Chip } from '../../../_parts/chip'

/** The HTTP status of a response. */
export const HttpStatus = ({ status }: { status: number }) => (
  <Chip state={String(status)} colour={status < 400 ? 'green' : status < 500 ? 'amber' : 'red'} />
)
