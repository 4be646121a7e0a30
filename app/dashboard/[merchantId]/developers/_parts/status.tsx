import list from '../../../_parts/list.module.css'

/** The HTTP status of a response. */
export const Status = ({ status }: { status: number }) => (
  <span className={list.state} data-state={status < 400 ? 'charged' : status < 500 ? 'pending' : 'failed'}>
    {status}
  </span>
)
