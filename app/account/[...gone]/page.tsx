import { notFound } from 'next/navigation'

/** Shows the account's own "not found" page for unknown addresses under it. */
export default function Gone() {
  notFound()
}
